import { mayOpen, type Role } from './page-roles';

/** A link in the menu. A new page needs a line here and one in routes.tsx; page-roles.ts limits who may open it. */
interface MenuLink {
  readonly label: string;
  readonly path: string;
}

interface Section {
  readonly title: string;
  readonly links: readonly MenuLink[];
}

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
      { label: 'Webhooks', path: '/webhooks' },
      { label: 'Systems', path: '/systems' },
      { label: 'OAuth apps', path: '/oauth-apps' },
      { label: 'Published apps', path: '/published-apps' },
    ],
  },
];

/** Returns the menu of a role: the pages that it may open. */
export const sectionsFor = (role: Role): readonly Section[] =>
  SECTIONS.map(({ title, links }) => ({
    title,
    links: links.filter(({ path }) => mayOpen(role, path)),
  })).filter(({ links }) => links.length > 0);
