export { loadGroups, loadUsers } from './load-team';
export { copyDefinitions, type PeopleCopies } from './people-copies';
