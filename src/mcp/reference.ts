import { FLAP_CODES } from '../schema/limits.ts';
import type { RenderService } from '../service/templates/render.ts';

type Entries = readonly (readonly [string, string])[];

const list = (entries: Entries): string => entries.map(([name, text]) => `- \`${name}\`: ${text}`).join('\n');

const INTRODUCTION = `A template is a list of lines, one for each row of the display.
Literal text is drawn as it stands;
a letter is one flap. The flaps know capital letters (small ones become capitals), digits and common punctuation;
what they do not know is drawn as a blank.
A row that is too long is cut, unless its line metadata has \`wrap\`; \`alignment\` is left, center or right.`;

const functionsByCategory = (render: RenderService): string => {
  const groups = new Map<string, [string, string][]>();
  for (const { category, signature, summary } of Object.values(render.functions().functions)) {
    groups.set(category, [...(groups.get(category) ?? []), [signature, summary]]);
  }
  return [...groups].map(([category, entries]) => `### ${category}\n\n${list(entries)}`).join('\n\n');
};

const variables = (names: Readonly<Record<string, readonly string[]>>): string => {
  const lines = Object.entries(names).map(
    ([plugin, its]) => `- ${plugin}: ${its.map((name) => `\`{{${plugin}.${name}}}\``).join(', ')}`,
  );
  return lines.length > 0 ? lines.join('\n') : 'No plugin that brings variables is enabled.';
};

/** The language of templates as a page to read (Markdown), made from the vocabulary itself. */
export const writeReference = (render: RenderService): string => {
  const { colors, symbols, filters, formatting, syntax_examples, variables: names } = render.catalog();
  const sections: Entries = [
    ['Samples', list(Object.entries(syntax_examples).map(([what, sample]) => [sample, what.replaceAll('_', ' ')]))],
    [
      'Colour tiles',
      `A marker draws one tile; \`{n}\` draws the flap with the code n, ${FLAP_CODES.join(' to ')}.\n\n` +
        list(Object.entries(colors).map(([name, code]) => [`{${name}}`, `code ${code}`])),
    ],
    ['Symbols', symbols.map((name) => `\`{${name}}\``).join(', ')],
    ['Variables', `Written \`{{plugin.variable}}\`; one without a value draws \`???\`.\n\n${variables(names)}`],
    ['Filters', `Written behind a variable and a bar: ${filters.map((filter) => `\`${filter}\``).join(', ')}.`],
    [
      'Flexible space',
      list(
        Object.values(formatting as Record<string, { syntax: string; description: string }>).map(
          ({ syntax, description }) => [syntax, description],
        ),
      ),
    ],
    [
      'Functions',
      `Written \`{{=NAME(...)}}\`; arguments are texts in quotes, numbers, variables or further ` +
        `functions.\n\n${functionsByCategory(render)}`,
    ],
  ];
  return [
    `# The language of templates\n\n${INTRODUCTION}`,
    ...sections.map(([title, text]) => `## ${title}\n\n${text}`),
  ].join('\n\n');
};
