import type { Scope } from '@porchlight/access';
import type { AccountChoice, SessionPrincipal } from '@porchlight/contracts';
import { escapeHtml } from '@porchlight/text';
import type { AuthorizationRequest } from './check-authorization-request';
import type { Page } from './page';

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
const alert = (sentence: string): string => `<p role="alert">${escapeHtml(sentence)}</p>`;

/** An error that must not redirect. */
export const errorPage = (sentence: string): Page => ({
  title: 'This link does not work',
  body: `${alert(sentence)}\n<p>Go back to the app and try again. If the problem continues, send this message to the support of the app.</p>`,
});

/** Content of the sign-in page, with the problem if it is shown again. */
export interface SignInForm {
  /** Path and query to continue with. */
  readonly returnTo: string;
  readonly email?: string;
  readonly problem?: string;
  readonly accounts?: readonly AccountChoice[];
  /** Requests the second factor of the selected account; 0: none selected. */
  readonly codeFor?: number;
}

const accountField = (accounts: readonly AccountChoice[]): string => {
  const choices = accounts.map(
    ({ id, name }, at) =>
      `<label><input type="radio" name="accountId" value="${id}"${at === 0 ? ' checked' : ''}> ${escapeHtml(name)} (${id})</label>`,
  );
  return `<fieldset><legend>Account</legend>\n${choices.join('\n')}\n</fieldset>`;
};

/** Code of the authenticator app, or a recovery code. */
const codeField = (accountId: number): string =>
  `<label>Code <input name="code" autocomplete="one-time-code" required></label>${accountId > 0 ? `\n${hidden('accountId', String(accountId))}` : ''}`;

/** Sign-in form: email and password, the account if the email has several, and the second factor if enabled. */
export const signInPage = ({ returnTo, email = '', problem, accounts = [], codeFor }: SignInForm): Page => ({
  title: accounts.length > 0 ? 'Choose an account' : 'Sign in',
  body: `${problem === undefined ? '' : alert(problem)}
<form method="post" action="/oauth/signIn">
${hidden('returnTo', returnTo)}
<label>Email <input type="email" name="email" autocomplete="username" required value="${escapeHtml(email)}"></label>
<label>Password <input type="password" name="password" autocomplete="current-password" required></label>
${accounts.length > 0 ? accountField(accounts) : ''}${codeFor === undefined ? '' : codeField(codeFor)}
<button class="first" type="submit">Sign in</button>
</form>
<p><a href="/console/forgot-password">Forgot your password?</a></p>`,
});

const SERVICE_TEXTS: Partial<Record<Scope, string>> = {
  people: 'people and their history',
  deals: 'deals and pipelines',
  marketing: 'templates, campaigns and action plans',
  webhooks: 'webhooks, notifications and conversations',
};

/** Describes the rights of an app with these scopes (docs/oauth-scopes.md). */
const describeScopes = (scopes: readonly Scope[]): string => {
  if (scopes.length === 0)
    return 'It can do everything that you can do in this account, except creating users, API keys, systems and apps.';
  const services = scopes.flatMap((scope) => SERVICE_TEXTS[scope] ?? []);
  const verb = scopes.includes('read') && !scopes.includes('write') ? 'read' : 'read and change';
  if (services.length === 0) return `It can ${verb} everything that you can.`;
  return `It can ${verb} ${services.join('; ')}. It can read the users, groups and settings of the account.`;
};

/** Consent page: the app, the user, the account. */
export const consentPage = (request: AuthorizationRequest, principal: SessionPrincipal, query: string): Page => {
  const { host, origin } = new URL(request.redirectUri);
  const app = escapeHtml(request.client.name);
  return {
    title: `Allow ${request.client.name} to access ${principal.accountName}?`,
    formTargets: [origin],
    body: `<p><strong>${app}</strong> asks for access to your data.
${describeScopes(request.scopes)}</p>
<dl>
<dt>App</dt><dd>${app}</dd>
<dt>User</dt><dd>${escapeHtml(principal.userName)} (${escapeHtml(principal.email)})</dd>
<dt>Account</dt><dd>${escapeHtml(principal.accountName)}</dd>
<dt>Returns to</dt><dd>${escapeHtml(host)}</dd>
</dl>
<form method="post" action="/oauth/consent">
${hidden('request', query)}
${hidden('csrfToken', principal.csrfToken)}
<button class="first" type="submit" name="decision" value="approve">Allow</button>
<button type="submit" name="decision" value="deny">Deny</button>
</form>
<p><a href="/oauth/signIn?returnTo=${encodeURIComponent(`/oauth/authorize?${query}`)}">Sign in as another user</a></p>`,
  };
};
