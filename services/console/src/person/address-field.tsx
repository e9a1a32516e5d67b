import { t } from '@lingui/core/macro';
import { Group, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useState } from 'react';
import { EditableField } from '../components/editable-field';
import { InlineForm } from '../components/inline-form';
import { usePersonEdit } from './person-edit';

type Person = Schemas['Person'];
type Address = NonNullable<Schemas['PersonChange']['addresses']>[number];
type Part = 'street' | 'city' | 'state' | 'code' | 'country';

const LABELS: Readonly<Record<Part, string>> = {
  street: t`Street`,
  city: t`City`,
  state: t`State`,
  code: t`Postal code`,
  country: t`Country`,
};

const format = ({ street, city, state, code, country }: Address): string =>
  [street, city, [state, code].filter(Boolean).join(' '), country].filter(Boolean).join(', ');

/** The addresses of a person; the form changes the first. */
export const AddressField = ({ person }: { readonly person: Person }) => (
  <EditableField
    label={t`Address`}
    value={person.addresses?.map(format).filter(Boolean).join('\n')}
    editor={(close) => <AddressForm person={person} close={close} />}
  />
);

const AddressForm = ({ person, close }: { readonly person: Person; readonly close: () => void }) => {
  const [base] = useState(person);
  const [address, setAddress] = useState<Address>(() => base.addresses?.[0] ?? {});
  const { edit, isPending, error } = usePersonEdit();
  const save = (): void => {
    const others = base.addresses?.slice(1) ?? [];
    edit({ addresses: format(address) === '' ? others : [address, ...others] }, base, close);
  };
  const field = (part: Part) => (
    <TextInput
      aria-label={LABELS[part]}
      placeholder={LABELS[part]}
      autoFocus={part === 'street'}
      value={address[part] ?? ''}
      onChange={({ currentTarget }) => setAddress({ ...address, [part]: currentTarget.value })}
    />
  );
  return (
    <InlineForm label={t`Address`} busy={isPending} error={error} save={save} cancel={close}>
      {field('street')}
      {field('city')}
      <Group gap={4} grow>
        {field('state')}
        {field('code')}
      </Group>
      {field('country')}
    </InlineForm>
  );
};
