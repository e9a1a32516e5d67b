import { Button, Stack, Text, Title } from '@mantine/core';
import type { FormEventHandler, ReactElement, ReactNode } from 'react';
import { Problem } from '../parts/problem';

interface Props {
  readonly title: string;
  readonly about?: string;
  readonly verb: string;
  readonly pending: boolean;
  readonly error: unknown;
  onSubmit: FormEventHandler<HTMLFormElement>;
  readonly children: ReactNode;
  /** Ways to the other doors. */
  readonly ways?: ReactNode;
}

/** The form of a page that comes before signing in. */
export const DoorForm = ({ title, about, verb, pending, error, onSubmit, children, ways }: Props): ReactElement => (
  <Stack>
    <title>{`${title} · Porchlight`}</title>
    <Title order={1} size="h2">
      {title}
    </Title>
    {about !== undefined && <Text c="dimmed">{about}</Text>}
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        {children}
        {error ? <Problem error={error} /> : null}
        <Button type="submit" loading={pending}>
          {verb}
        </Button>
      </Stack>
    </form>
    {ways}
  </Stack>
);
