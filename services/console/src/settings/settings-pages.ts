import { mayOpen, type Role } from '../layout/page-roles';

/** A page of the settings. */
export interface SettingsPage {
  readonly label: string;
  readonly path: string;
  /** What is set there, in one sentence. */
  readonly about: string;
}

interface SettingsGroup {
  readonly title: string;
  readonly pages: readonly SettingsPage[];
}

/** The pages of the settings, in the order shown. page-roles.ts limits who may open them. */
const GROUPS: readonly SettingsGroup[] = [
  {
    title: 'Team',
    pages: [
      { label: 'Users', path: '/users', about: 'Invite colleagues, set their role, pause new leads.' },
      { label: 'Teams', path: '/settings/teams', about: 'Users who work together, and who leads them.' },
      { label: 'Team inboxes', path: '/settings/team-inboxes', about: 'Inboxes that several users answer.' },
    ],
  },
  {
    title: 'Leads',
    pages: [
      { label: 'Lead flow', path: '/settings/lead-flow', about: 'Rules that decide who gets a new lead.' },
      { label: 'Groups', path: '/settings/groups', about: 'Users who get leads in turn, or who claim them.' },
      { label: 'Ponds', path: '/settings/ponds', about: 'People without an agent, for all users of the pond.' },
      { label: 'Lead sources', path: '/settings/lead-sources', about: 'Email addresses to which portals send leads.' },
    ],
  },
  {
    title: 'Records',
    pages: [
      { label: 'Stages', path: '/settings/stages', about: 'The steps of a person from lead to closed.' },
      { label: 'Pipelines', path: '/pipelines', about: 'The steps of deals.' },
      { label: 'Custom fields', path: '/settings/fields', about: 'Your own fields of people and deals.' },
      { label: 'Appointments', path: '/settings/appointments', about: 'Types and outcomes of appointments.' },
    ],
  },
  {
    title: 'Emails',
    pages: [
      { label: 'Email sender', path: '/settings/emails', about: 'The sender and the postal address of emails.' },
      { label: 'Suppressed addresses', path: '/settings/suppressions', about: 'Addresses that get no email.' },
    ],
  },
  {
    title: 'This account',
    pages: [
      { label: 'Account', path: '/settings/account', about: 'The name and country of the account.' },
      { label: 'Audit log', path: '/settings/audit-log', about: 'Who changed what, for a year.' },
      { label: 'Exports', path: '/settings/exports', about: 'Download your data as CSV files.' },
    ],
  },
];

/** The pages of the settings that a role may open. */
export const settingsFor = (role: Role): readonly SettingsGroup[] =>
  GROUPS.map(({ title, pages }) => ({ title, pages: pages.filter(({ path }) => mayOpen(role, path)) })).filter(
    ({ pages }) => pages.length > 0,
  );
