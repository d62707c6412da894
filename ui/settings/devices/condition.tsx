/** How something stands just now, in a sentence beside a dot; changes are announced. */
export const Condition = ({ tone, text }: { tone: 'good' | 'bad' | 'plain'; text: string }) => (
  <p class={`condition condition-${tone}`} role="status">
    {text}
  </p>
);
