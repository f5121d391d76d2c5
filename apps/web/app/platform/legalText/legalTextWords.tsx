import { Group } from '@mantine/core'
import type { LegalText } from '@tradewind/contract/platform/legalText.contract'
import { legalPages } from '@tradewind/contract/platform/legalText.fields'
import { languageNames, type Say, useText } from '#kit/text'
import { Badge } from '#ui/values/Badge'

/** How a legal text is called: "Terms (Deutsch)". */
export const nameIn =
  (t: Say) =>
  ({ kind, language }: Pick<LegalText, 'kind' | 'language'>) =>
    `${t(legalPages[kind].name)} (${languageNames[language]})`

/** Whether visitors read a text, and whether it is being changed. */
export const State = ({ text: { isShown, isChanged, version } }: { text: LegalText }) => {
  const t = useText()
  return (
    <Group gap="xs">
      {isShown && <Badge color="green">{t('Version {version}', { version })}</Badge>}
      {isChanged && <Badge color="signal">{t('Draft')}</Badge>}
      {!isShown && !isChanged && <Badge color="gray">{version > 0 ? t('Taken away') : t('Empty')}</Badge>}
    </Group>
  )
}
