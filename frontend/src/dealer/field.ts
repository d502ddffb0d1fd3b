/** The field that a step asks for has the keys at once. */
export const takesTheKeys = (field: HTMLInputElement): void => field.focus();
