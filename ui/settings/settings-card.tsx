import type { ComponentChildren } from 'preact';
import { SaveBar, type Form } from '../kit/form.tsx';
import { FormCard } from './section.tsx';

/**
 * Settings on a card, with what saves them at its end: `store` brings what is typed to the service, and `onSaved` is
 * told afterwards.
 */
export const SettingsCard = <T extends object>({
  form,
  label,
  store,
  onSaved,
  children,
}: {
  form: Form<T>;
  label: string;
  store: (value: T) => Promise<unknown>;
  onSaved: () => void;
  children: ComponentChildren;
}) => {
  const save = () =>
    void form.save(async (value) => {
      await store(value);
      onSaved();
    });
  return (
    <FormCard onSubmit={save} label={label}>
      {children}
      <SaveBar form={form} />
    </FormCard>
  );
};
