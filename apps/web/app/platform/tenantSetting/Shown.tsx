import { Text } from '@mantine/core'
import { isLanguage, languageNames } from '#kit/languages'
import { type Say, useText } from '#kit/text'
import type { Decision } from './decisions.ts'

const wordsFor = ({ dataType, value }: Decision, t: Say) => {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (dataType === 'LANGUAGE' && isLanguage(value)) return languageNames[value]
  if (dataType === 'TIME_ZONE' && !value) return t('Follows each browser')
  return value || t('N/A')
}

/** What holds, for who reads it alone. */
export const Shown = ({ decision }: { decision: Decision }) => (
  <Text style={{ overflowWrap: 'anywhere' }}>{wordsFor(decision, useText())}</Text>
)
