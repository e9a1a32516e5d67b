import { TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useId } from 'react';

interface Props {
  readonly label: string;
  readonly person: Schemas['Person'];
}

/** A number; those of the person are offered. */
export const PhoneInput = ({ label, person, ...input }: Props) => {
  const id = useId();
  return (
    <>
      <TextInput label={label} type="tel" list={id} maw="11rem" {...input} />
      <datalist id={id}>
        {person.phones?.map(({ value, type }) => (
          <option key={value} value={value}>
            {type}
          </option>
        ))}
      </datalist>
    </>
  );
};
