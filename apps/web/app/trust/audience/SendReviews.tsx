import { Button, Group, LoadingOverlay, NativeSelect, Stack, Text, List, ScrollArea } from '@mantine/core'
import type { Language } from '@tradewind/contract/kit/language'
import { useState, useEffect, useRef } from 'react'
import { languageNames, languages } from '#kit/languages'
import { useLanguage, useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'
import { skipNames } from './audience.words.ts'
import type { useSending, Became } from './useSending.ts'

interface SendReviewsProps {
  sending: ReturnType<typeof useSending>
}

/** Asks before letters go out: to whom, in which language, and what they say; then tells who was left out. */
export const SendReviews = ({ sending }: SendReviewsProps) => {
  const t = useText()
  const { isOpen, count, became, close, isPending } = sending
  const told = became?.invited === 0 ? t('None of these contacts can be asked now') : t('Reviews sent')
  return (
    <Dialog
      opened={isOpen}
      onClose={() => !isPending && close()}
      title={became ? told : t('Send Reviews ({count})', { count })}
      size="lg"
    >
      <LoadingOverlay visible={isPending} />
      {became ? <Skipped became={became} onClose={close} /> : <Question sending={sending} />}
    </Dialog>
  )
}

const Question = ({ sending: { count, send, close, isPending } }: SendReviewsProps) => {
  const t = useText()
  const own = useLanguage()
  const [language, setLanguage] = useState<Language>(own)
  return (
    <Stack>
      <Text>
        {t('{count} contact gets a letter that asks for a review.|{count} contacts get a letter each that asks for a review.', {
          count,
        })}
      </Text>
      <Text size="sm">
        {t(
          'The letter greets them by name, says that you would like to know how they found working with you, and has a button that opens your survey. By a link at its end they can ask for no more letters from you.',
        )}
      </Text>
      <Text size="sm" c="dimmed">
        {t(
          'Left out, and named afterwards: who was asked in the last 30 days and has not answered, who wants no letters or has an address that takes none, who has no address, yourself and your staff, and every second contact with the same address.',
        )}
      </Text>
      <NativeSelect
        label={t('Language of the letter and the survey')}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        value={language}
        onChange={(event) => setLanguage(event.currentTarget.value as Language)}
        maw={280}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={close} disabled={isPending}>
          {t('Cancel')}
        </Button>
        <Button data-autofocus loading={isPending} onClick={() => void send(language)}>
          {t('Send Reviews')}
        </Button>
      </Group>
    </Stack>
  )
}

/** Names that are drawn; the figure tells of the rest. */
const MOST = 200

/** What became of a campaign: how many were invited, and who was left out, and why. */
const Skipped = ({ became: { invited, skipped }, onClose }: { became: Became; onClose: () => void }) => {
  const t = useText()
  const end = useRef<HTMLButtonElement>(null)
  useEffect(() => end.current?.focus(), [])
  const more = skipped.length - MOST
  return (
    <Stack role="status">
      <Text>
        {t('{count} contact is invited.|{count} contacts are invited.', { count: invited })}{' '}
        {t('{count} was left out:|{count} were left out:', { count: skipped.length })}
      </Text>
      <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0 }}>
        <List size="sm">
          {skipped.slice(0, MOST).map(({ contactId, fullName, because }) => (
            <List.Item key={contactId}>
              {fullName}: {t(skipNames[because])}
            </List.Item>
          ))}
          {more > 0 && <List.Item>{t('and {count} more', { count: more })}</List.Item>}
        </List>
      </ScrollArea.Autosize>
      <Group justify="flex-end">
        <Button ref={end} onClick={onClose}>
          {t('Close')}
        </Button>
      </Group>
    </Stack>
  )
}
