import { Button, Checkbox, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import type { Language } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/phrase'
import { type LetterKind, letterKinds, MAX_SENTENCE_LENGTH } from '@tradewind/contract/trust/campaign.constants'
import type { CampaignLetter } from '@tradewind/contract/trust/reviewCampaign.contract'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#kit/api/call'
import type { Answer } from '#kit/api/calls'
import { type Failure, failureOf } from '#kit/api/failure'
import { useCall, useSend } from '#kit/api/query'
import { useArea } from '#kit/area'
import { languageNames, languages, useLanguage, useText } from '#kit/text'
import { ButtonRow } from '#ui/dialog/ButtonRow'
import { NativeSelect } from '#ui/form/NativeSelect'
import { Restored } from '#ui/form/Restored'
import { useDraft } from '#ui/form/useStoredDraft'
import { useToast } from '#ui/page/toast'
import styles from './letterPreview.module.css'

interface SendOptionsProps {
  sending: ReturnType<typeof useSendInvitations>
}

/** The options before invitations are sent: language, a sentence of the sender, reminders; and a preview of the letters. */
export const SendOptions = ({ sending }: SendOptionsProps) => {
  const t = useText()
  const pageLanguage = useLanguage()
  const { count, audienceList, fault, forget, send, close, isPending } = sending
  const [language, setLanguage] = useState<Language>(pageLanguage)
  const draft = useDraft('review/invitationSentence', '')
  const sentence = draft.text
  const [reminders, setReminders] = useState(false)
  const letters = useLetterPreview({ audienceList, language, sentence })
  const sentenceFault = fault || letters.fault
  const sendAll = async () => {
    if (await send({ language, sentence, reminders })) draft.discard()
  }
  return (
    <Stack>
      {draft.isRestored && <Restored onDiscard={draft.discard} />}
      <Text>
        {t('{count} contact gets an email that asks for a review.|{count} contacts each get an email that asks for a review.', {
          count,
        })}
      </Text>
      <About />
      <NativeSelect
        label={t('Language of the email and the survey')}
        description={t('Contacts whose language is known get the email in that language.')}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        value={language}
        onChange={(event) => setLanguage(event.currentTarget.value as Language)}
        maw={280}
      />
      <Textarea
        label={t('Your sentence')}
        description={t('Optional. Shown below the greeting, also in reminders. Plain text without links; it is not translated.')}
        maxLength={MAX_SENTENCE_LENGTH}
        autosize
        minRows={2}
        value={sentence}
        error={sentenceFault && t(sentenceFault)}
        onChange={(event) => {
          forget()
          letters.forget()
          draft.type(event.currentTarget.value)
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
      <ButtonRow>
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
        <Button data-autofocus loading={isPending} onClick={() => void sendAll()}>
          {t('Send Reviews')}
        </Button>
      </ButtonRow>
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

export type CampaignResult = Pick<Answer<'POST /api/review/campaign'>, 'invited' | 'skipped'>

/** The options of a campaign. */
interface CampaignOptions {
  language: Language
  sentence: string
  reminders: boolean
}

/** The skipped contacts of a failed call, if all of them were skipped. */
const skippedIn = ({ status, data }: Failure) =>
  status === 422 ? (data as Partial<Pick<CampaignResult, 'skipped'>> | null)?.skipped : undefined

/** Whether the call failed because something must be set on the settings page first. */
const isMissingSetting = ({ status, data }: Failure) =>
  status === 409 && typeof data === 'object' && data !== null && 'missing' in data

/** Sends invitations to the selected contacts: checks, the dialog with the options, the call, and its result. */
export const useSendInvitations = (selectedKeys: ReadonlySet<string>, onSent: () => void) => {
  const toast = useToast()
  const showProblem = useSendProblems()
  const setting = useCall('GET /api/review/setting', {})
  const campaign = useSend('POST /api/review/campaign')
  const [isOpen, setOpen] = useState(false)
  const [became, setBecame] = useState<CampaignResult>()
  /** The number of contacts that are asked. It is stored, since the dialog still shows it while it closes. */
  const [count, setCount] = useState(0)
  /** The fault of the sentence. */
  const [fault, setFault] = useState('')

  const begin = async () => {
    if (selectedKeys.size === 0) return showProblem.nobody()
    const { data, error } = setting.data?.reviewType ? setting : await setting.refetch()
    if (error) return toast.failure(error)
    if (!data?.reviewType) return showProblem.unset(phrase('Please set your survey type in settings first!'))
    setBecame(undefined)
    setFault('')
    setCount(selectedKeys.size)
    setOpen(true)
  }
  const handleFailure = (failure: Failure) => {
    const skipped = skippedIn(failure)
    if (skipped) return setBecame({ invited: 0, skipped })
    const wrong = failure.fields['sentence']
    if (wrong) return setFault(wrong)
    const isGone = failure.status === 404
    if (isMissingSetting(failure)) showProblem.unset(failure.message)
    else if (isGone) showProblem.gone()
    else {
      const [text = failure.message] = Object.values(failure.fields)
      return toast.failure(new Error(text)) // the dialog stays open for another attempt
    }
    if (isGone) onSent()
    setOpen(false)
  }
  /** Returns whether the invitations were sent. */
  const send = async (terms: CampaignOptions) => {
    try {
      const reply = await campaign.mutateAsync({ audienceList: [...selectedKeys], ...terms })
      if (reply.data.invited > 0) toast.reply(reply)
      onSent()
      if (reply.data.skipped.length > 0) setBecame(reply.data)
      else setOpen(false)
      return true
    } catch (error) {
      handleFailure(failureOf(error))
      return false
    }
  }
  return {
    begin,
    send,
    isOpen,
    count,
    audienceList: [...selectedKeys],
    became,
    fault,
    forget: () => setFault(''),
    close: () => setOpen(false),
    isPending: campaign.isPending,
  }
}

const useSendProblems = () => {
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
        action: { label: t('Settings'), run: () => void navigate(at('settings')), duration: 8000 },
      }),
  }
}

const kindNames: Readonly<Record<LetterKind, string>> = {
  INVITATION: phrase('Invitation'),
  REMINDER: phrase('First reminder'),
  LAST_REMINDER: phrase('Second reminder'),
}

interface LetterInput {
  audienceList: readonly string[]
  language: Language
  sentence: string
}

/** The letters of a campaign as they would be mailed now. The last preview stays until the language or sentence changes. */
const useLetterPreview = (input: LetterInput) => {
  const toast = useToast()
  const [kind, setKind] = useState<LetterKind>('INVITATION')
  const [preview, setPreview] = useState<{ of: string; letters: readonly CampaignLetter[] }>()
  const [fault, setFault] = useState('')
  const [isPending, setPending] = useState(false)
  const of = JSON.stringify([input.language, input.sentence])
  /** The number of the latest request: the answer to an earlier one is ignored. */
  const latest = useRef(0)
  const loadLetters = async (nextKind: LetterKind) => {
    latest.current += 1
    const request = latest.current
    const isStale = () => request !== latest.current
    setPending(true)
    try {
      const { letters } = await call('POST /api/review/campaign/letter', {
        ...input,
        audienceList: [...input.audienceList],
        kind: nextKind,
      })
      if (isStale()) return
      setKind(nextKind)
      setPreview({ of, letters })
    } catch (error) {
      if (isStale()) return
      const failure = failureOf(error)
      const wrong = failure.fields['sentence']
      if (wrong) setFault(wrong)
      else toast.failure(failure)
    }
    setPending(false)
  }
  return {
    kind,
    letters: preview?.of === of ? preview.letters : undefined,
    fault,
    isPending,
    show: () => void loadLetters(kind),
    choose: (nextKind: LetterKind) => void loadLetters(nextKind),
    forget: () => setFault(''),
  }
}

/** Links open in a new window, which the frame's sandbox blocks, so no link of the letter leads anywhere. */
const withBlankTarget = (html: string) => html.replace('<head>', '<head><base target="_blank">')

/** A complete letter as it will be mailed, by language and kind. Its frame runs no scripts. */
const LetterPreview = ({ letters: { letters, kind, choose } }: { letters: ReturnType<typeof useLetterPreview> }) => {
  const t = useText()
  const [selected, setSelected] = useState<Language>()
  const letter = letters?.find(({ language }) => language === selected) ?? letters?.[0]
  if (!letters || !letter) return null
  const letterLabel = ({ language, count }: CampaignLetter) =>
    t('{language}: {count}', { language: languageNames[language], count })
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
            data={letters.map((one) => ({ value: one.language, label: letterLabel(one) }))}
            value={letter.language}
            onChange={(event) => setSelected(event.currentTarget.value as Language)}
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
        srcDoc={withBlankTarget(letter.html)}
        sandbox="allow-same-origin"
      />
    </Stack>
  )
}
