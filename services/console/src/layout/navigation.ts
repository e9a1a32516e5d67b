import { t } from '@lingui/core/macro';
import IconAddressBook from '@tabler/icons-react/icons/IconAddressBook';
import IconApps from '@tabler/icons-react/icons/IconApps';
import IconBolt from '@tabler/icons-react/icons/IconBolt';
import IconBriefcase from '@tabler/icons-react/icons/IconBriefcase';
import IconCalendar from '@tabler/icons-react/icons/IconCalendar';
import IconChartBar from '@tabler/icons-react/icons/IconChartBar';
import IconChecklist from '@tabler/icons-react/icons/IconChecklist';
import IconGauge from '@tabler/icons-react/icons/IconGauge';
import IconHome from '@tabler/icons-react/icons/IconHome';
import IconInbox from '@tabler/icons-react/icons/IconInbox';
import IconKey from '@tabler/icons-react/icons/IconKey';
import IconListDetails from '@tabler/icons-react/icons/IconListDetails';
import IconLogs from '@tabler/icons-react/icons/IconLogs';
import IconPackage from '@tabler/icons-react/icons/IconPackage';
import IconMail from '@tabler/icons-react/icons/IconMail';
import IconPlug from '@tabler/icons-react/icons/IconPlug';
import IconRoute from '@tabler/icons-react/icons/IconRoute';
import IconSend from '@tabler/icons-react/icons/IconSend';
import IconServer from '@tabler/icons-react/icons/IconServer';
import IconSettings from '@tabler/icons-react/icons/IconSettings';
import IconSettingsAutomation from '@tabler/icons-react/icons/IconSettingsAutomation';
import IconUsers from '@tabler/icons-react/icons/IconUsers';
import IconWebhook from '@tabler/icons-react/icons/IconWebhook';
import type { ComponentType } from 'react';
import { mayOpen, type Role } from './page-roles';

/** What the console sets of an icon. */
interface IconProps {
  /** Pixels. */
  readonly size?: number;
  readonly stroke?: number;
  readonly 'aria-hidden'?: boolean;
}

/** A link in the menu. A new page needs a line here and one in routes.tsx; page-roles.ts limits who may open it. */
export interface MenuLink {
  readonly label: string;
  readonly path: string;
  readonly icon: ComponentType<IconProps>;
  /** Words beside the label by which the palette finds the page. */
  readonly words?: string;
  /** Shown in the bar at the bottom of a phone. */
  readonly onPhone?: true;
}

interface Section {
  readonly title: string;
  readonly links: readonly MenuLink[];
}

/** The menu, in the order shown. Pages of the user (profile, devices) are in the account menu. */
const SECTIONS: readonly Section[] = [
  {
    title: t`Work`,
    links: [
      { label: t`Today`, path: '/today', icon: IconHome, onPhone: true },
      { label: t`People`, path: '/people', icon: IconAddressBook, words: t`leads contacts`, onPhone: true },
      { label: t`Deals`, path: '/deals', icon: IconBriefcase, words: t`board` },
      { label: t`Tasks`, path: '/tasks', icon: IconChecklist },
      { label: t`Calendar`, path: '/calendar', icon: IconCalendar, words: t`appointments showings` },
      { label: t`Inbox`, path: '/inbox', icon: IconInbox, words: t`messages conversations`, onPhone: true },
      { label: t`Unclaimed`, path: '/unclaimed', icon: IconBolt, words: t`leads claim`, onPhone: true },
      { label: t`Reports`, path: '/reports', icon: IconChartBar, words: t`figures funnel sources` },
    ],
  },
  {
    title: t`Marketing`,
    links: [
      { label: t`Templates`, path: '/templates', icon: IconMail, words: t`emails texts merge fields` },
      { label: t`Action plans`, path: '/plans', icon: IconRoute, words: t`drip follow up steps` },
      { label: t`Automations`, path: '/automations', icon: IconSettingsAutomation, words: t`triggers runs` },
      { label: t`Campaigns`, path: '/campaigns', icon: IconSend, words: t`newsletters opened clicked bounced` },
    ],
  },
  {
    title: t`Developers`,
    links: [
      { label: t`Leads`, path: '/leads', icon: IconLogs, words: t`received refused log errors` },
      { label: t`Webhooks`, path: '/webhooks', icon: IconWebhook },
      { label: t`Systems`, path: '/systems', icon: IconServer },
      { label: t`API keys`, path: '/api-keys', icon: IconKey },
      { label: t`OAuth apps`, path: '/oauth-apps', icon: IconApps },
      { label: t`Published apps`, path: '/published-apps', icon: IconPackage },
      { label: t`Usage`, path: '/usage', icon: IconGauge, words: t`rate limits requests` },
    ],
  },
  {
    title: t`Account`,
    links: [
      { label: t`Users`, path: '/users', icon: IconUsers, words: t`team invite agents` },
      { label: t`Pipelines`, path: '/pipelines', icon: IconListDetails, words: t`deals stages` },
      { label: t`Integrations`, path: '/integrations', icon: IconPlug },
      { label: t`Settings`, path: '/settings', icon: IconSettings },
    ],
  },
];

/** Returns the menu of a role: the pages that it may open. */
export const sectionsFor = (role: Role): readonly Section[] =>
  SECTIONS.map(({ title, links }) => ({
    title,
    links: links.filter(({ path }) => mayOpen(role, path)),
  })).filter(({ links }) => links.length > 0);

/** The pages of the user, in the account menu. */
export const ACCOUNT_PAGES = [
  { label: t`Your profile`, path: '/profile' },
  { label: t`Signed-in devices`, path: '/sessions' },
  { label: t`Two-step sign-in`, path: '/two-step' },
  { label: t`Connected apps`, path: '/connected-apps' },
] as const;
