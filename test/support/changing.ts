/** What differs from one appliance, machine or build to the next, by what stands for it. */
const CHANGING: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '(id)'],
  [/flapbox_[0-9a-f]{8}\b/g, 'flapbox_(id)'],
  [/The kernel (?:has|offers) no [^.]*\./g, '(pins of the machine)'],
  [/\/s\/f\/[\w-]{43}/g, '/s/f/(token)'],
  [/127\.0\.0\.1:\d{2,5}/g, '(host)'],
];

/** What a text has that may differ: most have nothing of it. */
const MAY_DIFFER = /-[0-9a-f]{4}-|flapbox_|The kernel|\/s\/f\/|127\.0/;

/** A text without what each run has of its own. */
export const withoutChanging = (text: string): string =>
  MAY_DIFFER.test(text) ? CHANGING.reduce((all, [kind, name]) => all.replace(kind, name), text) : text;
