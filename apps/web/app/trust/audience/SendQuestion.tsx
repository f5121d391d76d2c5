import { Button, Checkbox, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import type { Language } from '@tradewind/contract/kit/language'
import { MOST_OF_SENTENCE } from '@tradewind/contract/trust/campaign.words'
import { useState } from 'react'
import { languageNames, languages } from '#kit/languages'
import { useLanguage, useText } from '#kit/text'
import { LetterPreview, useLetters } from './LetterPreview.tsx'
import type { useSending } from './useSending.ts'

interface SendQuestionProps {
  sending: ReturnType<typeof useSending>
}

/** What is asked before letters go out: their language, what they say in the sender's own words, whether they are reminded of; and the letters themselves. */
export const SendQuestion = ({ sending }: SendQuestionProps) => {
  const t = useText()
  const own = useLanguage()
  const { count, audienceList, fault, forget, send, close, isPending } = sending
  const [language, setLanguage] = useState<Language>(own)
  const [sentence, setSentence] = useState('')
  const [reminders, setReminders] = useState(false)
  const letters = useLetters({ audienceList, language, sentence })
  const wrong = fault || letters.fault
  return (
    <Stack>
      <Text>
        {t('{count} contact gets an email that asks for a review.|{count} contacts each get an email that asks for a review.', {
          count,
        })}
      </Text>
      <About />
      <NativeSelect
        label={t('Language of the email and the survey')}
        description={t('Contacts whose language is known get theirs.')}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        value={language}
        onChange={(event) => setLanguage(event.currentTarget.value as Language)}
        maw={280}
      />
      <Textarea
        label={t('Your sentence')}
        description={t('Optional. Stands below the greeting, also in reminders. Plain text without links; it is not translated.')}
        maxLength={MOST_OF_SENTENCE}
        autosize
        minRows={2}
        value={sentence}
        error={wrong && t(wrong)}
        onChange={(event) => {
          forget()
          letters.forget()
          setSentence(event.currentTarget.value)
        }}
      />
      <Checkbox
        label={t('Automatically remind those who have not answered')}
        description={t(
          'After 7 and after 21 days, if your administrator allows it. Nobody is reminded who has answered or unsubscribed.',
        )}
        checked={reminders}
        onChange={(event) => setReminders(event.currentTarget.checked)}
      />
      <LetterPreview letters={letters} />
      <Group justify="flex-end">
        <Button
          variant="default"
          leftSection={<IconEye size={16} aria-hidden />}
          loading={letters.isPending}
          onClick={letters.show}
        >
          {t('Show the email')}
        </Button>
        <Button variant="default" onClick={close} disabled={isPending}>
          {t('Cancel')}
        </Button>
        <Button data-autofocus loading={isPending} onClick={() => void send({ language, sentence, reminders })}>
          {t('Send Reviews')}
        </Button>
      </Group>
    </Stack>
  )
}

const About = () => {
  const t = useText()
  return (
    <>
      <Text size="sm">
        {t(
          'The email greets them by name, asks how it was to work with you, and has a button that opens your survey. A link at the end lets them unsubscribe.',
        )}
      </Text>
      <Text size="sm" c="dimmed">
        {t(
          'Left out and listed afterwards: contacts asked in the last 30 days who have not answered, contacts who unsubscribed or whose address does not accept email, contacts without an address, yourself and your staff, and duplicates with the same address.',
        )}
      </Text>
    </>
  )
}
