import { NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import type { Language } from '@tradewind/contract/kit/language'
import { type LetterKind, letterKinds } from '@tradewind/contract/trust/campaign.words'
import type { CampaignLetter } from '@tradewind/contract/trust/reviewCampaign.contract'
import { useState } from 'react'
import { call } from '#kit/api/call'
import { failureOf } from '#kit/api/failure'
import { languageNames, phrase, useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import styles from './letterPreview.module.css'

const kindNames: Readonly<Record<LetterKind, string>> = {
  INVITATION: phrase('Invitation'),
  REMINDER: phrase('First reminder'),
  LAST_REMINDER: phrase('Second reminder'),
}

interface Asked {
  audienceList: readonly string[]
  language: Language
  sentence: string
}

/** The letters of a campaign as they would be mailed now: what was shown last, until something else is typed. */
export const useLetters = (asked: Asked) => {
  const toast = useToast()
  const [kind, setKind] = useState<LetterKind>('INVITATION')
  const [shown, setShown] = useState<{ of: string; letters: readonly CampaignLetter[] }>()
  const [fault, setFault] = useState('')
  const [isPending, setPending] = useState(false)
  const of = JSON.stringify([asked.language, asked.sentence])
  const read = async (wanted: LetterKind) => {
    setPending(true)
    try {
      const { letters } = await call('POST /api/review/campaign/letter', {
        ...asked,
        audienceList: [...asked.audienceList],
        kind: wanted,
      })
      setKind(wanted)
      setShown({ of, letters })
    } catch (error) {
      const failure = failureOf(error)
      const wrong = failure.fields['sentence']
      if (wrong) setFault(wrong)
      else toast.failure(failure)
    }
    setPending(false)
  }
  return {
    kind,
    letters: shown?.of === of ? shown.letters : undefined,
    fault,
    isPending,
    show: () => void read(kind),
    choose: (wanted: LetterKind) => void read(wanted),
    forget: () => setFault(''),
  }
}

/** No link of the letter leads anywhere: the frame may open nothing. */
const framed = (html: string) => html.replace('<head>', '<head><base target="_blank">')

/** A letter whole, as it will be mailed, by language and kind. No script runs in its frame. */
export const LetterPreview = ({ letters: { letters, kind, choose } }: { letters: ReturnType<typeof useLetters> }) => {
  const t = useText()
  const [wanted, setWanted] = useState<Language>()
  const letter = letters?.find(({ language }) => language === wanted) ?? letters?.[0]
  if (!letters || !letter) return null
  const speaks = ({ language, count }: CampaignLetter) => t('{language}: {count}', { language: languageNames[language], count })
  return (
    <Stack gap="xs" role="group" aria-label={t('The email')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={t('Which email')}
          data={letterKinds.map((value) => ({ value, label: t(kindNames[value]) }))}
          value={kind}
          onChange={(event) => choose(event.currentTarget.value as LetterKind)}
        />
        {letters.length > 1 && (
          <NativeSelect
            label={t('Language')}
            data={letters.map((one) => ({ value: one.language, label: speaks(one) }))}
            value={letter.language}
            onChange={(event) => setWanted(event.currentTarget.value as Language)}
          />
        )}
      </SimpleGrid>
      <Text size="sm">{t('Subject: {subject}', { subject: letter.subject })}</Text>
      <Text size="sm" c="dimmed">
        {t('As {name} gets it.', { name: letter.fullName })}
      </Text>
      <iframe
        className={styles.letter}
        title={t('The email as it will be sent')}
        srcDoc={framed(letter.html)}
        sandbox="allow-same-origin"
      />
    </Stack>
  )
}
