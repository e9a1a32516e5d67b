import { useDraggable } from '@dnd-kit/core';
import { t } from '@lingui/core/macro';
import type { Schemas } from '@porchlight/sdk';
import IconGripVertical from '@tabler/icons-react/icons/IconGripVertical';
import { Link } from 'react-router';
import { formatPrice } from '../components/format-price';
import { formatDay } from '../tasks/due-day';
import { useToday } from '../tasks/use-today';
import styles from './deal-board.module.css';

type Deal = Schemas['Deal'];

/** Name, people, price and day of closing of a deal. */
export const DealCardContent = ({ deal }: { readonly deal: Deal }) => {
  const { id, name, price, people, projectedCloseDate } = deal;
  const { today } = useToday();
  return (
    <div className={styles.cardText}>
      <Link to={`/deals/${id}`} draggable={false}>
        {name}
      </Link>
      {people && people.length > 0 && <div>{people.map((person) => person.name).join(', ')}</div>}
      <div className={styles.meta}>
        {[price && formatPrice(price), projectedCloseDate && t`closes ${formatDay(projectedCloseDate, today)}`]
          .filter(Boolean)
          .join(' · ')}
      </div>
    </div>
  );
};

/** A deal on the board: dragged with the pointer anywhere, with keys by its handle. */
export const DealCard = ({ deal }: { readonly deal: Deal }) => {
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: `deal/${deal.id}`,
    data: { deal },
  });
  return (
    <li ref={setNodeRef} {...listeners} className={styles.card} data-dragged={isDragging || undefined}>
      <DealCardContent deal={deal} />
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        className={styles.handle}
        aria-label={t`Move ${deal.name ?? ''}`}
      >
        <IconGripVertical size={18} stroke={1.75} aria-hidden />
      </button>
    </li>
  );
};
