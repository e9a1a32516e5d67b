import type { Session } from '../session/session';

type Role = Session['user']['role'];

/** A link in the menu. A new page needs a line here and one in routes.tsx. */
interface MenuLink {
  readonly label: string;
  readonly path: string;
  /** Roles that see the entry; all by default. The API checks roles in any case. */
  readonly roles?: readonly Role[];
}

interface Section {
  readonly title: string;
  readonly links: readonly MenuLink[];
}

const OWNER: readonly Role[] = ['Owner'];

/** The menu, in the order shown. */
const SECTIONS: readonly Section[] = [
  {
    title: 'Leads',
    links: [
      { label: 'People', path: '/people' },
      { label: 'Unclaimed leads', path: '/unclaimed' },
      { label: 'Inbox', path: '/inbox' },
    ],
  },
  {
    title: 'Account',
    links: [
      { label: 'Users', path: '/users' },
      { label: 'API keys', path: '/api-keys' },
      { label: 'Integrations', path: '/integrations' },
      { label: 'Connected apps', path: '/connected-apps' },
      { label: 'Settings', path: '/settings' },
      { label: 'Your profile', path: '/profile' },
      { label: 'Signed-in devices', path: '/sessions' },
      { label: 'Two-step sign-in', path: '/two-step' },
    ],
  },
  {
    title: 'Developers',
    links: [
      { label: 'Webhooks', path: '/webhooks', roles: OWNER },
      { label: 'Systems', path: '/systems', roles: OWNER },
      { label: 'OAuth apps', path: '/oauth-apps', roles: OWNER },
      { label: 'Published apps', path: '/published-apps', roles: OWNER },
    ],
  },
];

/** Returns the menu of a role. */
export const sectionsFor = (role: Role): readonly Section[] =>
  SECTIONS.map(({ title, links }) => ({
    title,
    links: links.filter(({ roles }) => !roles || roles.includes(role)),
  })).filter(({ links }) => links.length > 0);
