import { NewDealDialog } from './new-deal-dialog';

/** The dialog for a new deal of any person, loaded when it is first opened. */
export default function NewDeal({ onClose }: { readonly onClose: () => void }) {
  return <NewDealDialog onClose={onClose} />;
}
