import { Alert, Stack, Text, Title } from '@mantine/core';
import type { FormEventHandler, ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { BusyButton } from '../components/busy-button';
import { ErrorAlert } from '../components/error-alert';
import { Form } from '../components/form';

interface Props {
  readonly title: string;
  readonly about?: string;
  /** The label of the button. */
  readonly verb: string;
  readonly pending: boolean;
  readonly error: unknown;
  onSubmit: FormEventHandler<HTMLFormElement>;
  readonly children: ReactNode;
  /** Links to the other pages for users who are not signed in. */
  readonly links?: ReactNode;
}

/** The form of a page for users who are not signed in. */
export const SignedOutForm = ({
  title,
  about,
  verb,
  pending,
  error,
  onSubmit,
  children,
  links,
}: Props): ReactElement => (
  <Stack>
    <title>{`${title} · Porchlight`}</title>
    <Title order={1} size="h2">
      {title}
    </Title>
    {about !== undefined && <Text c="dimmed">{about}</Text>}
    <Form onSubmit={onSubmit}>
      {children}
      {error ? <ErrorAlert error={error} /> : null}
      <BusyButton type="submit" busy={pending}>
        {verb}
      </BusyButton>
    </Form>
    {links}
  </Stack>
);

export const BackToSignIn = (): ReactElement => (
  <Text size="sm">
    <Link to="/sign-in">Back to sign in</Link>
  </Text>
);

/** Shown after the server sent a link by email. */
export const CheckYourEmail = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <Stack>
    <title>Check your email · Porchlight</title>
    <Title order={1} size="h2">
      Check your email
    </Title>
    <Alert variant="light" role="status">
      {children}
    </Alert>
    <BackToSignIn />
  </Stack>
);
