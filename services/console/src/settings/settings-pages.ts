import { t } from '@lingui/core/macro';
import { mayOpen, type Role } from '../layout/page-roles';

/** A page of the settings. */
export interface SettingsPage {
  readonly label: string;
  readonly path: string;
  /** What is set there, in one sentence. */
  readonly about: string;
  /** Another sentence for those who may only read it: agents and lenders. */
  readonly aboutReading?: string;
}

interface SettingsGroup {
  readonly title: string;
  readonly pages: readonly SettingsPage[];
}

/** The pages of the settings, in the order shown. page-roles.ts limits who may open them. */
const GROUPS: readonly SettingsGroup[] = [
  {
    title: t`Team`,
    pages: [
      {
        label: t`Users`,
        path: '/users',
        about: t`Invite colleagues, set their role, pause new leads.`,
        aboutReading: t`Your colleagues and their roles.`,
      },
      { label: t`Teams`, path: '/settings/teams', about: t`Users who work together, and who leads them.` },
      { label: t`Team inboxes`, path: '/settings/team-inboxes', about: t`Inboxes that several users answer.` },
    ],
  },
  {
    title: t`Leads`,
    pages: [
      { label: t`Lead flow`, path: '/settings/lead-flow', about: t`Rules that decide who gets a new lead.` },
      { label: t`Groups`, path: '/settings/groups', about: t`Users who get leads in turn, or who claim them.` },
      { label: t`Ponds`, path: '/settings/ponds', about: t`People without an agent, for all users of the pond.` },
      {
        label: t`Lead sources`,
        path: '/settings/lead-sources',
        about: t`Email addresses to which portals send leads.`,
      },
    ],
  },
  {
    title: t`Records`,
    pages: [
      { label: t`Stages`, path: '/settings/stages', about: t`The steps of a person from lead to closed.` },
      { label: t`Pipelines`, path: '/pipelines', about: t`The steps of deals.` },
      { label: t`Custom fields`, path: '/settings/fields', about: t`Your own fields of people and deals.` },
      { label: t`Appointments`, path: '/settings/appointments', about: t`Types and outcomes of appointments.` },
    ],
  },
  {
    title: t`Emails`,
    pages: [
      { label: t`Email sender`, path: '/settings/emails', about: t`The sender and the postal address of emails.` },
      { label: t`Suppressed addresses`, path: '/settings/suppressions', about: t`Addresses that get no email.` },
    ],
  },
  {
    title: t`This account`,
    pages: [
      { label: t`Account`, path: '/settings/account', about: t`The name and country of the account.` },
      { label: t`Audit log`, path: '/settings/audit-log', about: t`Who changed what, for a year.` },
      { label: t`Exports`, path: '/settings/exports', about: t`Download your data as CSV files.` },
    ],
  },
];

/** Settings that all may read are changed by owners and brokers. */
const mayChange = (role: Role): boolean => role === 'Owner' || role === 'Broker';

/** The pages of the settings that a role may open. */
export const settingsFor = (role: Role): readonly SettingsGroup[] =>
  GROUPS.map(({ title, pages }) => ({
    title,
    pages: pages
      .filter(({ path }) => mayOpen(role, path))
      .map(({ about, aboutReading = about, ...page }) => ({ ...page, about: mayChange(role) ? about : aboutReading })),
  })).filter(({ pages }) => pages.length > 0);
