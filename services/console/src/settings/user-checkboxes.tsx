import { Checkbox, Stack } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { UserChoice } from './use-choices';

interface Props {
  readonly label: string;
  readonly description?: string;
  readonly users: readonly Pick<UserChoice, 'value' | 'label'>[];
  readonly input: GetInputPropsReturnType;
}

/** A choice of several users. */
export const UserCheckboxes = ({ label, description, users, input }: Props) => (
  <Checkbox.Group label={label} description={description} {...input}>
    <Stack gap="xs" mt="xs">
      {users.map((user) => (
        <Checkbox key={user.value} value={user.value} label={user.label} />
      ))}
    </Stack>
  </Checkbox.Group>
);

/** The names of users, as far as they are loaded. */
export const formatUsers = (ids: readonly number[] | undefined, users: Props['users']): string =>
  users
    .filter(({ value }) => ids?.includes(Number(value)))
    .map(({ label }) => label)
    .join(', ');
