import { Button, Checkbox, Group, NativeSelect, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import type { Language } from '@tradewind/contract/kit/language'
import { type LetterKind, letterKinds, MOST_OF_SENTENCE } from '@tradewind/contract/trust/campaign.words'
import type { CampaignLetter } from '@tradewind/contract/trust/reviewCampaign.contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#kit/api/call'
import type { Answer } from '#kit/api/calls'
import { type Failure, failureOf } from '#kit/api/failure'
import { useCall, useSend } from '#kit/api/query'
import { useArea } from '#kit/area'
import { languageNames, languages, phrase, useLanguage, useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import styles from './letterPreview.module.css'

interface SendQuestionProps {
  sending: ReturnType<typeof useSending>
}

/** The options before invitations are sent: language, a sentence of the sender, reminders; and a preview of the letters. */
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

export type Became = Pick<Answer<'POST /api/review/campaign'>, 'invited' | 'skipped'>

/** The options of a campaign. */
interface Terms {
  language: Language
  sentence: string
  reminders: boolean
}

/** The skipped contacts of a failed call, if all of them were skipped. */
const skippedIn = ({ status, data }: Failure) =>
  status === 422 ? (data as Partial<Pick<Became, 'skipped'>> | null)?.skipped : undefined

/** Sends invitations to the ticked contacts: checks, the dialog with the options, the call, and its result. */
export const useSending = (ticked: ReadonlySet<string>, onSent: () => void) => {
  const toast = useToast()
  const complain = useComplaints()
  const setting = useCall('GET /api/review/setting', {})
  const campaign = useSend('POST /api/review/campaign')
  const [isOpen, setOpen] = useState(false)
  const [became, setBecame] = useState<Became>()
  /** The number of contacts that are asked. It is stored, since the dialog still shows it while it closes. */
  const [count, setCount] = useState(0)
  /** The fault of the sentence. */
  const [fault, setFault] = useState('')

  const begin = async () => {
    if (ticked.size === 0) return complain.nobody()
    const { data, error } = setting.data?.reviewType ? setting : await setting.refetch()
    if (error) return toast.failure(error)
    if (!data?.reviewType) return complain.unset(phrase('Please set your survey type in settings first!'))
    setBecame(undefined)
    setFault('')
    setCount(ticked.size)
    setOpen(true)
  }
  const send = async (terms: Terms) => {
    try {
      const reply = await campaign.mutateAsync({ audienceList: [...ticked], ...terms })
      if (reply.data.invited > 0) toast.reply(reply)
      onSent()
      if (reply.data.skipped.length > 0) setBecame(reply.data)
      else setOpen(false)
    } catch (error) {
      const failure = failureOf(error)
      const skipped = skippedIn(failure)
      if (skipped) return setBecame({ invited: 0, skipped })
      const wrong = failure.fields['sentence']
      if (wrong) return setFault(wrong)
      if (failure.status === 409) complain.unset(failure.message)
      else if (failure.status === 404) complain.gone()
      else toast.failure(failure)
      if (failure.status === 404) onSent()
      setOpen(false)
    }
  }
  return {
    begin,
    send,
    isOpen,
    count,
    audienceList: [...ticked],
    became,
    fault,
    forget: () => setFault(''),
    close: () => setOpen(false),
    isPending: campaign.isPending,
  }
}

const useComplaints = () => {
  const t = useText()
  const toast = useToast()
  const navigate = useNavigate()
  const at = useArea()
  return {
    nobody: () => {
      const text = t('Please select at least one contact for the audience list!')
      toast.show({ title: t('Validation'), text, failed: true })
    },
    gone: () =>
      toast.show({
        title: t('ERROR'),
        text: t('Some of them are no longer in your audience. Please select again.'),
        failed: true,
      }),
    /** Says what must be set on the settings page first, with a link to it. */
    unset: (sentence: string) =>
      toast.show({
        title: t('Error'),
        text: t(sentence),
        failed: true,
        action: { label: t('Settings'), run: () => void navigate(at('settings')), stands: 8000 },
      }),
  }
}

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

/** The letters of a campaign as they would be mailed now. The last preview stays until the language or sentence changes. */
const useLetters = (asked: Asked) => {
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

/** Links open in a new window, which the frame's sandbox blocks, so no link of the letter leads anywhere. */
const framed = (html: string) => html.replace('<head>', '<head><base target="_blank">')

/** A complete letter as it will be mailed, by language and kind. Its frame runs no scripts. */
const LetterPreview = ({ letters: { letters, kind, choose } }: { letters: ReturnType<typeof useLetters> }) => {
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
