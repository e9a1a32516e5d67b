import { Alert, Stack, Text, Title } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import { Link } from 'react-router';
import { BusyButton } from '../components/busy-button';
import { ErrorAlert } from '../components/error-alert';
import { Form } from '../components/form';

/** The frame of a page for users who are not signed in: title (also of the window) and content. */
export const SignedOutPage = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Stack>
    <title>{`${title} · Porchlight`}</title>
    <Title order={1} size="h2">
      {title}
    </Title>
    {children}
  </Stack>
);

interface Props {
  readonly title: string;
  readonly about?: string;
  /** The label of the button. */
  readonly verb: string;
  readonly pending: boolean;
  readonly error: unknown;
  onSubmit: FormEventHandler<HTMLFormElement>;
  readonly children?: ReactNode;
  /** Links to the other pages for users who are not signed in. */
  readonly links?: ReactNode;
}

/** The form of a page for users who are not signed in. */
export const SignedOutForm = ({ title, about, verb, pending, error, onSubmit, children, links }: Props) => (
  <SignedOutPage title={title}>
    {about !== undefined && <Text c="dimmed">{about}</Text>}
    <Form onSubmit={onSubmit}>
      {children}
      <ErrorAlert error={error} />
      <BusyButton type="submit" busy={pending}>
        {verb}
      </BusyButton>
    </Form>
    {links}
  </SignedOutPage>
);

export const BackToSignIn = () => (
  <Text size="sm">
    <Link to="/sign-in">Back to sign in</Link>
  </Text>
);

/** Shown after the server sent a link by email. */
export const CheckYourEmail = ({ children }: { readonly children: ReactNode }) => (
  <SignedOutPage title="Check your email">
    <Alert variant="light" role="status">
      {children}
    </Alert>
    <BackToSignIn />
  </SignedOutPage>
);
