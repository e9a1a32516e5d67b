import { describeRoles } from '../src/describe-roles';

jest.setTimeout(600_000);

// A file of its own: two run at a time, and a file of all roles is too slow for a busy machine.
describeRoles({ width: 390, height: 844 }, ['Broker', 'Lender']);
