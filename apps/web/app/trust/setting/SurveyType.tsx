import { Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { Language } from '@tradewind/contract/kit/language'
import { type ReviewType, reviewTypes } from '@tradewind/contract/trust/review.words'
import { useState } from 'react'
import type { Answer } from '#kit/api/calls'
import { useList } from '#kit/api/query'
import { languageNames, useLanguage, useText } from '#kit/text'
import { Read } from '#ui/page/states'
import { typeNames } from '../reviewTypes.ts'
import styles from './setting.module.css'

interface SurveyTypeProps {
  chosen: ReviewType | null
  isFixed: boolean
  onChoose: (reviewType: ReviewType | null) => void
}

/** The choice of the survey type, which stands once it is saved. */
export const SurveyType = ({ chosen, isFixed, onChoose }: SurveyTypeProps) => {
  const t = useText()
  const types = reviewTypes.map((value) => ({ value, label: t(typeNames[value]) }))
  return (
    <NativeSelect
      id="reviewType"
      label={t('Survey Type')}
      description={
        isFixed
          ? t('It can’t be changed any more, because scores from other questions could not be compared.')
          : t('It decides which questions are asked. Once saved, it can’t be changed.')
      }
      disabled={isFixed}
      value={chosen ?? ''}
      onChange={({ currentTarget: { value } }) => onChoose((value || null) as ReviewType | null)}
      data={chosen && isFixed ? types : [{ value: '', label: t('Choose a survey type') }, ...types]}
    />
  )
}

/** What the chosen type asks; before one is chosen, what each of them does. */
export const TypeQuestions = ({ chosen }: { chosen: ReviewType | null }) => {
  const t = useText()
  const lang = useLanguage()
  return (
    <Stack gap="sm" component="section" aria-labelledby="typeQuestions">
      <Title order={3} size="sm" id="typeQuestions">
        {chosen ? t('What is asked: {type}', { type: t(typeNames[chosen]) }) : t('What is asked, by type')}
      </Title>
      <Read of={useList('GET /api/reviewQuestion/tenant', { lang })} height={200}>
        {({ rows }) =>
          chosen ? (
            <Questions of={chosen} all={rows} />
          ) : (
            <div>
              {reviewTypes.map((type) => (
                <details key={type} className={styles.type}>
                  <summary>{t(typeNames[type])}</summary>
                  <Questions of={type} all={rows} />
                </details>
              ))}
            </div>
          )
        }
      </Read>
      <Preview chosen={chosen} />
    </Stack>
  )
}

const Questions = ({ of, all }: { of: ReviewType; all: Answer<'GET /api/reviewQuestion/tenant'>['rows'] }) => {
  const t = useText()
  const asked = all.filter(({ reviewType }) => reviewType === of)
  if (asked.length === 0) return <Text c="dimmed">{t('No questions yet')}</Text>
  return (
    <ol className={styles.questions}>
      {asked.map(({ uniqueId, headline, question }) => (
        <li key={uniqueId}>
          <Text span fw={600}>
            {headline}
          </Text>
          <Text size="sm" c="dimmed">
            {question}
          </Text>
        </li>
      ))}
    </ol>
  )
}

/** Opens the survey as customers see it, in one of their languages. */
const Preview = ({ chosen }: { chosen: ReviewType | null }) => {
  const t = useText()
  const [lang, setLang] = useState<Language>(useLanguage())
  const query = new URLSearchParams({ ...(chosen && { type: chosen }), lang })
  return (
    <Group align="end" gap="sm">
      <NativeSelect
        label={t('Language of the preview')}
        value={lang}
        onChange={({ currentTarget: { value } }) => setLang(value as Language)}
        data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
      />
      <Button
        component="a"
        href={`/review/preview?${query}`}
        target="_blank"
        variant="default"
        leftSection={<IconExternalLink size={16} aria-hidden />}
      >
        {t('Preview the survey')}
      </Button>
    </Group>
  )
}
