import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Checkbox, PasswordInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, useLocation, useSearchParams } from 'react-router';
import { porchlight } from '../api/porchlight';
import { browserZone } from '../appointments/zoned-time';
import { newPassword, PASSWORD_RULE, samePassword } from '../components/validators';
import { useStartSession, type Session } from '../session/session';
import { IncompleteLink, isUsedLink, SignedOutForm, UsedLink } from './signed-out-form';
import { useContinue } from './use-continue';
import { describeInvitation, useInvitation } from './use-invitation';

interface Purpose {
  readonly title: string;
  readonly about: string;
  readonly verb: string;
  /** What to do if the link works no longer and no password was chosen with it. */
  readonly remedy: string;
  /** The page that sends a new link. */
  readonly again?: { readonly to: string; readonly label: string };
  /** The route that receives the token of the link and the password. */
  readonly path: `/session/${string}`;
  /** The first user of an account gets the time zone of the browser; others get that of their owner. */
  readonly isNewAccount?: boolean;
  /** The page says who invites whom. */
  readonly isInvitation?: boolean;
  /** Offers to end API keys and the access of apps together with the old password. */
  readonly offersRevocation?: boolean;
}

/** The purposes of a link with a token, by the path of the page. */
const PURPOSES: Readonly<Record<string, Purpose>> = {
  '/confirm-sign-up': {
    title: t`Choose a password`,
    about: t`Your email address is confirmed. You become the owner of the new account.`,
    verb: t`Create account`,
    remedy: t`If you chose a password with it, sign in. If not, create the account again.`,
    again: { to: '/sign-up', label: t`Create an account` },
    path: '/session/confirmSignUp',
    isNewAccount: true,
  },
  '/invitation': {
    title: t`Join your team`,
    about: t`Choose a password for signing in.`,
    isInvitation: true,
    verb: t`Join team`,
    remedy: t`If you chose a password with it, sign in. If not, ask your team for a new invitation.`,
    path: '/session/acceptInvitation',
  },
  '/new-password': {
    title: t`New password`,
    about: t`You are signed in after you set it.`,
    verb: t`Set password`,
    remedy: t`If you chose a password with it, sign in. If not, request a new link.`,
    again: { to: '/forgot-password', label: t`Request a new link` },
    path: '/session/newPassword',
    offersRevocation: true,
  },
};

/** Without it, calendar and tasks would be in the default zone of the API. The user can change it in the profile. */
const setTimeZone = async (userId: number): Promise<void> => {
  await porchlight.users.update(userId, { timezone: browserZone() }).then(undefined, () => undefined);
};

type Revocable = 'keys' | 'grants';

/** Sets a password with the token of a link: of an invitation, a sign-up or a forgotten password. */
export default function ChoosePasswordPage() {
  const { pathname } = useLocation();
  const purpose = PURPOSES[pathname.replace(/\/+$/, '')]!;
  const {
    title,
    verb,
    path,
    remedy,
    again,
    isNewAccount = false,
    isInvitation = false,
    offersRevocation = false,
  } = purpose;
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const invitation = useInvitation(isInvitation ? token : '');
  const continueToPage = useContinue();
  const start = useStartSession<{ token: string; password: string; revoke?: Revocable[] }>(path);
  const form = useForm({
    initialValues: { password: '', repeated: '', endKeys: false, endGrants: false },
    validate: { password: newPassword, repeated: (value, { password }) => samePassword(value, password) },
  });
  const submit = ({ password, endKeys, endGrants }: typeof form.values): void => {
    const revoke: Revocable[] = [...(endKeys ? (['keys'] as const) : []), ...(endGrants ? (['grants'] as const) : [])];
    const onSuccess = (session: Session | null): void => {
      if (isNewAccount && session) void setTimeZone(session.user.id).then(continueToPage);
      else continueToPage();
    };
    start.mutate({ token, password, ...(revoke.length > 0 && { revoke }) }, { onSuccess });
  };
  const signIn = (
    <Text size="sm">
      <Link to="/sign-in">
        <Trans>Sign in</Trans>
      </Link>
    </Text>
  );
  if (token === '') return <IncompleteLink>{signIn}</IncompleteLink>;
  const error = start.error ?? invitation.error;
  if (isUsedLink(error))
    return (
      <UsedLink remedy={remedy}>
        {signIn}
        {again && (
          <Text size="sm">
            <Link to={again.to}>{again.label}</Link>
          </Text>
        )}
      </UsedLink>
    );
  return (
    <SignedOutForm
      title={title}
      about={invitation.data ? describeInvitation(invitation.data) : purpose.about}
      verb={verb}
      pending={start.isPending}
      error={error}
      links={signIn}
      onSubmit={form.onSubmit(submit)}
    >
      <PasswordInput
        label={t`Password`}
        description={PASSWORD_RULE}
        autoComplete="new-password"
        required
        {...form.getInputProps('password')}
      />
      <PasswordInput
        label={t`Repeat password`}
        autoComplete="new-password"
        required
        {...form.getInputProps('repeated')}
      />
      {offersRevocation && (
        <>
          <Text size="sm">
            <Trans>
              You are signed out on all other devices. If another person may know your old password, end these too.
              Integrations that use them stop.
            </Trans>
          </Text>
          <Checkbox label={t`End my API keys`} {...form.getInputProps('endKeys', { type: 'checkbox' })} />
          <Checkbox
            label={t`End the access of connected apps`}
            {...form.getInputProps('endGrants', { type: 'checkbox' })}
          />
        </>
      )}
    </SignedOutForm>
  );
}
