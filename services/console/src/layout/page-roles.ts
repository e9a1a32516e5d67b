import type { Session } from '../session/session';

export type Role = Session['user']['role'];

const OWNER: readonly Role[] = ['Owner'];
const NOT_LENDERS: readonly Role[] = ['Owner', 'Broker', 'Agent'];
const ADMINS: readonly Role[] = ['Owner', 'Broker'];

/** Pages that not every role may open, with the pages below them. The API checks roles in any case. */
const PAGE_ROLES: Readonly<Record<string, readonly Role[]>> = {
  '/people/import': ADMINS,
  '/people/imports': ADMINS,
  '/leads': ADMINS,
  '/deals': NOT_LENDERS,
  '/pipelines': OWNER,
  '/templates': NOT_LENDERS,
  '/plans': NOT_LENDERS,
  '/automations': NOT_LENDERS,
  '/campaigns': NOT_LENDERS,
  '/settings/teams': ADMINS,
  '/settings/lead-flow': ADMINS,
  '/settings/groups': ADMINS,
  '/settings/ponds': ADMINS,
  '/settings/lead-sources': ADMINS,
  '/settings/emails': ADMINS,
  '/settings/suppressions': ADMINS,
  '/settings/audit-log': ADMINS,
  '/settings/exports': ADMINS,
  '/webhooks': OWNER,
  '/systems': OWNER,
  '/usage': OWNER,
  '/oauth-apps': OWNER,
  '/published-apps': OWNER,
};

/** The roles that may open a page; undefined if all may. */
export const rolesOf = (path: string): readonly Role[] | undefined =>
  Object.entries(PAGE_ROLES).find(([page]) => path === page || path.startsWith(`${page}/`))?.[1];

/** Whether a role may open a page. */
export const mayOpen = (role: Role, path: string): boolean => rolesOf(path)?.includes(role) ?? true;
