import hues from './hues.module.css';

const HUES = 8;

/** The class of a hue that stays the same for an id: colors of avatars and stages. */
export const hueOf = (id: number): string => hues[`hue${Math.abs(id) % HUES}`] ?? '';

/** The first letters of the first and last word of a name. */
const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
};

interface Props {
  readonly id: number;
  readonly name: string;
}

/**
 * The initials of a person or user on a color of their own. Decoration: the name is beside it. The style sheet draws
 * them, because the name of a button must contain its text (WCAG 2.5.3).
 */
export const Avatar = ({ id, name }: Props) => (
  <span className={`${hues.avatar} ${hueOf(id)}`} aria-hidden="true" data-initials={initialsOf(name)} />
);
