import { t } from '@lingui/core/macro';
import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useId, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { useFoundPeople } from './use-found-people';
import { findCommands, type Command } from './commands';
import type { NewKind } from '../layout/new-menu';
import { useSession } from '../session/session';
import styles from './palette.module.css';

/** Waits for the end of a word before people are searched, ms. */
const TYPING_MS = 150;

interface Props {
  /** What the user typed before the palette was loaded. */
  readonly typed: string;
  onClose(): void;
  /** Opens the dialog for a new record. */
  create(kind: NewKind): void;
}

/** Search and commands on every page (Ctrl+K): people by name, email or phone; pages; new records. */
export default function Palette({ typed, onClose, create }: Props) {
  const { role } = useSession().user;
  const navigate = useNavigate();
  const [text, setText] = useState(typed);
  const [words] = useDebouncedValue(text.trim(), TYPING_MS);
  const people = useFoundPeople(words);
  const [active, setActive] = useState(0);
  const listId = useId();
  const entries: readonly Command[] = [...findCommands(role, text.trim()), ...people.found];
  const selected = Math.min(active, entries.length - 1);
  const run = (entry: Command | undefined): void => {
    if (!entry) return;
    onClose();
    if (entry.path !== undefined) void navigate(entry.path);
    if (entry.create !== undefined) create(entry.create);
  };
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setActive((selected + step + entries.length) % entries.length);
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(entries[selected]);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
      padding={0}
      size="lg"
      yOffset="10vh"
      attributes={{ content: { 'aria-label': t`Search or jump` } }}
    >
      <TextInput
        data-autofocus
        aria-label={t`Search or jump`}
        placeholder={t`Name, email, phone, or a page`}
        size="md"
        variant="unstyled"
        classNames={{ input: styles.input }}
        role="combobox"
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-activedescendant={entries.length > 0 ? `${listId}-${selected}` : undefined}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={move}
      />
      <div role="listbox" id={listId} aria-label={t`Results`} className={styles.results}>
        {entries.map((entry, index) => (
          <div
            key={entry.key}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === selected}
            className={styles.entry}
            ref={(element) => {
              if (index === selected) element?.scrollIntoView({ block: 'nearest' });
            }}
            onClick={() => run(entry)}
            onKeyDown={move}
          >
            <span>{entry.label}</span>
            <span className={styles.detail}>{entry.detail}</span>
          </div>
        ))}
      </div>
      <p role="status" className={styles.status}>
        {people.pending ? t`Searching` : entries.length === 0 ? t`Nothing found.` : ''}
      </p>
    </Modal>
  );
}
