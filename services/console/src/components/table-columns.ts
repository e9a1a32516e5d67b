import type { ReactNode } from 'react';

/** A column of a table. */
export interface Column<T> {
  readonly title: string;
  readonly show: (row: T) => ReactNode;
  /** The sort of the API that a click on the title sets; `-` is descending. */
  readonly sort?: string;
  /** Never wraps, such as a status. */
  readonly whole?: boolean;
  /** One line that ends with an ellipsis where it is too long, such as an email. */
  readonly short?: boolean;
  /** Says what it is without its title, such as a phone number: a phone shows the value only. */
  readonly plain?: boolean;
  /** Text without spaces, such as a web address, that may break anywhere. */
  readonly long?: boolean;
}

/** The sort of a list, and how the titles of its columns change it. */
export interface Sorting {
  readonly sort: string;
  setSort(sort: string): void;
}

/** The selected rows of a list. */
export interface Selection<T> {
  isSelected(row: T): boolean;
  /** The name of a row, for screen readers. */
  label(row: T): string;
  /** Should be the same function in each rendering, so that a click renders one row only. */
  select(rows: readonly T[], isSelected: boolean): void;
}
