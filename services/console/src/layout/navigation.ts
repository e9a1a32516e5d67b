import type { Session } from '../session/session';

type Role = Session['user']['role'];

/** One way to a page. A new page needs a line here and one in routes.tsx. */
export interface Way {
  readonly label: string;
  readonly path: string;
  /** Roles that see the entry; all by default. The API checks roles in any case. */
  readonly roles?: readonly Role[];
}

export interface Section {
  readonly title: string;
  readonly ways: readonly Way[];
}

const OWNER: readonly Role[] = ['Owner'];

/** The menu, in the order shown. */
export const SECTIONS: readonly Section[] = [
  {
    title: 'Leads',
    ways: [
      { label: 'People', path: '/people' },
      { label: 'Unclaimed leads', path: '/unclaimed' },
      { label: 'Inbox', path: '/inbox' },
    ],
  },
  {
    title: 'Account',
    ways: [
      { label: 'Users', path: '/users' },
      { label: 'API keys', path: '/api-keys' },
      { label: 'Integrations', path: '/integrations' },
      { label: 'Settings', path: '/settings' },
      { label: 'Your profile', path: '/profile' },
      { label: 'Signed-in devices', path: '/sessions' },
      { label: 'Two-step sign-in', path: '/two-step' },
    ],
  },
  {
    title: 'Developers',
    ways: [
      { label: 'Webhooks', path: '/webhooks', roles: OWNER },
      { label: 'Systems', path: '/systems', roles: OWNER },
      { label: 'OAuth apps', path: '/oauth-apps', roles: OWNER },
      { label: 'Published apps', path: '/published-apps', roles: OWNER },
    ],
  },
];

/** Returns the menu of a role. */
export const sectionsFor = (role: Role): readonly Section[] =>
  SECTIONS.map(({ title, ways }) => ({
    title,
    ways: ways.filter(({ roles }) => !roles || roles.includes(role)),
  })).filter(({ ways }) => ways.length > 0);
