import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Stack, Text, Title } from '@mantine/core';
import { PorchlightError } from '@porchlight/sdk';
import type { FormEventHandler, ReactNode } from 'react';
import { Link } from 'react-router';
import { BusyButton } from '../components/busy-button';
import { ErrorAlert } from '../components/error-alert';
import { Form } from '../components/form';
import { WindowTitle } from '../components/window-title';

/** The frame of a page for users who are not signed in: title (also of the window) and content. */
export const SignedOutPage = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Stack>
    <WindowTitle title={title} />
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
    <Link to="/sign-in">
      <Trans>Back to sign in</Trans>
    </Link>
  </Text>
);

/** For a link without its token: the user copied only a part of it. */
export const IncompleteLink = ({ children }: { readonly children: ReactNode }) => (
  <SignedOutPage title={t`This link does not work`}>
    <Alert color="red" variant="light" role="alert">
      <Trans>A part of the link is missing. Open the link in the email again, or copy the whole link.</Trans>
    </Alert>
    {children}
  </SignedOutPage>
);

/** Whether the API knows the token of a link no longer. */
export const isUsedLink = (error: unknown): boolean => error instanceof PorchlightError && error.status === 404;

interface UsedLinkProps {
  /** What the user can do instead. */
  readonly remedy: string;
  readonly children: ReactNode;
}

/** For a link that works no longer. There is no form: a second attempt would fail too. */
export const UsedLink = ({ remedy, children }: UsedLinkProps) => (
  <SignedOutPage title={t`This link does not work`}>
    <Alert color="red" variant="light" role="alert">
      {t`This link was used already or has expired. ${remedy}`}
    </Alert>
    {children}
  </SignedOutPage>
);

/** Shown after the server sent a link by email. */
export const CheckYourEmail = ({ children }: { readonly children: ReactNode }) => (
  <SignedOutPage title={t`Check your email`}>
    <Alert variant="light" role="status">
      {children}
    </Alert>
    <BackToSignIn />
  </SignedOutPage>
);
