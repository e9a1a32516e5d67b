import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';

/** Maximum number of lists that menus show. */
const MAX_LISTS = 100;

/** The saved lists of the account by name. */
export const useSavedLists = () =>
  useCollection(['smartLists'], porchlight.smartLists.list, { limit: MAX_LISTS, sort: 'name' });
