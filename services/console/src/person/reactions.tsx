import { t } from '@lingui/core/macro';
import { ActionIcon, Menu } from '@mantine/core';
import IconMoodPlus from '@tabler/icons-react/icons/IconMoodPlus';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ErrorText } from '../components/error-alert';
import { useSession } from '../session/session';
import styles from './thread.module.css';
import type { Reaction, RefType } from './use-threads';

/** The reactions that are offered; others come from other programs. */
const OFFERED = [
  { emoji: '👍', name: t`Thumbs up` },
  { emoji: '❤️', name: t`Heart` },
  { emoji: '🎉', name: t`Party` },
  { emoji: '👀', name: t`Eyes` },
  { emoji: '✅', name: t`Done` },
] as const;

interface Props {
  readonly refType: RefType;
  readonly id: number;
  /** For screen readers: `React to the note of Ana`. */
  readonly label: string;
  readonly reactions: readonly Reaction[];
}

/** The emojis of a record, each with its number: a click adds or removes that of the user. */
export const Reactions = ({ refType, id, label, reactions }: Props) => {
  const { user } = useSession();
  const groups = Map.groupBy(reactions, ({ body }) => body ?? '');
  const isByUser = (emoji: string): boolean =>
    groups.get(emoji)?.some(({ createdById }) => createdById === user.id) ?? false;
  const toggle = useChange(async (emoji: string) => {
    if (isByUser(emoji)) await porchlight.reactions.remove(refType, id, undefined, { emoji });
    else await porchlight.reactions.add(refType, id, { body: emoji });
  }, 'reactions');
  return (
    <>
      {[...groups].map(([emoji, list]) => {
        const names = list.map(({ createdBy }) => createdBy).join(', ');
        return (
          <button
            key={emoji}
            type="button"
            className={styles.reaction}
            aria-pressed={isByUser(emoji)}
            title={names}
            aria-label={`${emoji} ${list.length}: ${names}`}
            onClick={() => toggle.mutate(emoji)}
          >
            {`${emoji} ${list.length}`}
          </button>
        );
      })}
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={label}>
            <IconMoodPlus size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {OFFERED.map(({ emoji, name }) => (
            <Menu.Item key={name} onClick={() => toggle.mutate(emoji)}>
              {`${emoji} ${name}`}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ErrorText error={toggle.error} />
    </>
  );
};
