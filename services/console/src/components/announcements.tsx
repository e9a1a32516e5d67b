import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, CloseButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type ReactNode,
} from 'react';
import { describeError } from '../api/describe-error';
import styles from './announcements.module.css';
import { returnFocus } from './return-focus';

/** Time to read a message and to undo, ms. */
const SHOWN_MS = 10_000;

/** A result, with a way back where there is one. */
interface Announcement {
  readonly text: string;
  undo?(): PromiseLike<unknown>;
  /** Subjects of the API to read again after an undo. */
  readonly subjects?: readonly string[];
}

type Announce = (announcement: Announcement) => void;
const AnnounceContext = createContext<Announce>(() => undefined);

/** Returns the function that announces a result at the bottom of the window. It outlives the page. */
export const useAnnounce = (): Announce => useContext(AnnounceContext);

/** Shows the last result of an action until it was read, undone or replaced by the next. */
export const Announcements = ({ children }: { readonly children: ReactNode }) => {
  const [current, setCurrent] = useState<Announcement>();
  const queries = useQueryClient();
  const place = useRef<HTMLDivElement>(null);
  /** What had the focus before a button of the message. */
  const before = useRef<Element>(null);
  const remember = ({ relatedTarget }: FocusEvent): void => {
    if (!place.current?.contains(relatedTarget)) before.current = relatedTarget;
  };
  /** Shows another message, or none. A focused button of the last message gives the focus back first. */
  const replace = (next?: Announcement): void => {
    if (place.current?.contains(document.activeElement)) returnFocus(before.current);
    setCurrent(next);
  };
  const announce = useCallback<Announce>((next) => setCurrent(next), []);
  useEffect(() => {
    if (!current) return undefined;
    const timer = setTimeout(() => replace(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [current]);
  const undo = async (): Promise<void> => {
    try {
      await current?.undo?.();
      replace({ text: t`Undone.` });
    } catch (error) {
      replace({ text: t`Not undone. ${describeError(error)}` });
    }
    for (const subject of current?.subjects ?? []) void queries.invalidateQueries({ queryKey: [subject] });
  };
  return (
    <AnnounceContext value={announce}>
      {children}
      <div ref={place} role="status" aria-label={t`Result`} className={styles.place} onFocus={remember}>
        {current && (
          <div className={styles.message}>
            <span>{current.text}</span>
            {current.undo && (
              <Button size="compact-sm" variant="subtle" onClick={() => void undo()}>
                <Trans>Undo</Trans>
              </Button>
            )}
            <CloseButton aria-label={t`Close message`} onClick={() => replace()} />
          </div>
        )}
      </div>
    </AnnounceContext>
  );
};
