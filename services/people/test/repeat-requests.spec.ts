import { repeatRequests } from './repeat-requests';

describe('Requests repeated after a crash at some operations; others in each run', () => repeatRequests(8));
