import { Stack, Text, Title } from '@mantine/core';
import type { FormEventHandler, ReactElement, ReactNode } from 'react';
import { BusyButton } from '../parts/busy-button';
import { Form } from '../parts/form';
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
    <Form onSubmit={onSubmit}>
      {children}
      {error ? <Problem error={error} /> : null}
      <BusyButton type="submit" busy={pending}>
        {verb}
      </BusyButton>
    </Form>
    {ways}
  </Stack>
);
