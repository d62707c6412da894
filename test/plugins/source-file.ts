/** A small source file over one address, with what a test wants different; its pages show the first value. */
export const fileFor = (base: string, more: object = {}): Record<string, unknown> => {
  const file = {
    form: 1,
    id: 'probe',
    name: 'Probe',
    description: 'A source of the tests',
    category: 'home',
    icon: 'activity',
    attribution: { text: 'nobody', url: 'https://example.org', terms: 'free' },
    account: 'none',
    requests: [{ id: 'one', url: `${base}/one` }],
    values: { temp: { path: 't', type: 'number', unit: 'celsius', max_length: 4, required: true } },
    refresh: { usual: 60, least: 30 },
    ...more,
  };
  const [first] = Object.keys(file.values);
  const pages = first === undefined ? {} : { flagship: [`{center}{{${first}}}`], note: [`{{${first}}}`] };
  return { ...file, pages, ...more };
};
