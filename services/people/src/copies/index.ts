export { copies, type CopiedRecords } from './feature';
export { loadGroups, loadUsers } from './load-team';
export { accountCopy, copyDefinitions, type PeopleCopies } from './people-copies';
