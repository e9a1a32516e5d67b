import { repeatRequests } from './repeat-requests';

describe('Requests repeated after a crash at any operation', () => repeatRequests(1));
