/** The five users that every demo account has. */
export const DEMO_USERS = ['owner', 'broker', 'agent', 'agent2', 'lender'] as const;

/** A user of a demo account. */
export type DemoUserName = (typeof DEMO_USERS)[number];

interface PlannedUser {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
}

/** A planned demo account. */
export interface PlannedAccount {
  readonly name: string;
  readonly domain: string;
  readonly timezone: string;
  /** No request limits: for benchmarks and tests. */
  readonly lifted: boolean;
  readonly users: Readonly<Record<DemoUserName, PlannedUser>>;
}

const user = (firstName: string, lastName: string, phone: string): PlannedUser => ({ firstName, lastName, phone });

/** The role of each demo user as the auth service names it. */
export const DEMO_ROLES: Readonly<Record<DemoUserName, string>> = {
  owner: 'Owner',
  broker: 'Broker',
  agent: 'Agent',
  agent2: 'Agent',
  lender: 'Lender',
};

/** The registered system of the demo. */
export const DEMO_SYSTEM = 'Demo Website';

/** The accounts of every stack, in the order of their ids. */
const DEMO_ACCOUNTS: readonly PlannedAccount[] = [
  {
    name: 'Demo Realty',
    domain: 'demo-realty.example',
    timezone: 'America/Chicago',
    lifted: true,
    users: {
      owner: user('Olivia', 'Bennett', '+1 512-555-0110'),
      broker: user('Marcus', 'Hale', '+1 512-555-0111'),
      agent: user('Sofia', 'Reyes', '+1 512-555-0112'),
      agent2: user('Daniel', 'Okafor', '+1 512-555-0113'),
      lender: user('Grace', 'Lindqvist', '+1 512-555-0114'),
    },
  },
  {
    name: 'Second Realty',
    domain: 'second-realty.example',
    timezone: 'America/Denver',
    lifted: true,
    users: {
      owner: user('Hannah', 'Whitfield', '+1 303-555-0120'),
      broker: user('Tomás', 'Herrera', '+1 303-555-0121'),
      agent: user('Priya', 'Raman', '+1 303-555-0122'),
      agent2: user('Jonas', 'Becker', '+1 303-555-0123'),
      lender: user('Nicole', 'Tremblay', '+1 303-555-0124'),
    },
  },
  {
    name: 'Limited Realty',
    domain: 'limited-realty.example',
    timezone: 'America/New_York',
    lifted: false,
    users: {
      owner: user('Walter', 'Osei', '+1 212-555-0130'),
      broker: user('Claire', 'Donnelly', '+1 212-555-0131'),
      agent: user('Ethan', 'Park', '+1 212-555-0132'),
      agent2: user('Amara', 'Nwosu', '+1 212-555-0133'),
      lender: user('Victor', 'Castellano', '+1 212-555-0134'),
    },
  },
];

/** Plans the demo accounts, and `extra` ones without limits, so that concurrent test suites do not share accounts. */
export const planAccounts = (extra: number): readonly PlannedAccount[] => [
  ...DEMO_ACCOUNTS,
  ...Array.from({ length: extra }, (_, at) => ({
    ...DEMO_ACCOUNTS[at % 2]!,
    name: `Extra Realty ${at + 1}`,
    domain: `extra-realty-${at + 1}.example`,
  })),
];
