import type { Say } from '#kit/text'

/** How the fields are called, in the list and in forms. */
export const labelsIn = (t: Say) => ({ key: t('Key'), value: t('Name') })
