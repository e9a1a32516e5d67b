import { describeRoles } from '../src/describe-roles';

jest.setTimeout(600_000);

describeRoles({ width: 1440, height: 900 }, ['Owner', 'Agent']);
