import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import { useEffect, useRef, useState } from 'react';
import styles from './people-page.module.css';

/** Waits for the end of a word before the list is read, ms. */
const TYPING_MS = 250;

interface Props {
  readonly q: string;
  setQ(q: string): void;
}

/** The search of the list: as the user types, by name, email or phone. */
export const PeopleSearchField = ({ q, setQ }: Props) => {
  const [text, setText] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(setQ);
  useEffect(() => setText(q), [q]);
  // A filter may be added while the timer runs.
  useEffect(() => {
    latest.current = setQ;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (next: string): void => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(next.trim()), TYPING_MS);
  };
  return (
    <TextInput
      className={styles.search}
      type="search"
      aria-label={t`Search`}
      placeholder={t`Name, email or phone`}
      leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
};
