/** Replaces the style sheets in unit tests: class names are absent. */
export default {};
