import { Button, Group, Stack, Text } from '@mantine/core'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useText } from '#kit/text'
import { Badge } from '#ui/values/Badge'
import { formatMoment } from '#ui/values/dates'
import type { Outbox } from './outbox.ts'
import {
  asExisting,
  type ContactPiece,
  hasPendingCall,
  isBlocked,
  mayEdit,
  mayRemove,
  type Piece,
  titleOf,
  withoutRefusal,
} from './pieces.ts'
import styles from './fair.module.css'

const states = {
  draft: { text: phrase('Draft'), color: 'gray' },
  waiting: { text: phrase('Waiting for a connection'), color: 'ink' },
  refused: { text: phrase('Needs you'), color: 'red' },
  clash: { text: phrase('Needs you'), color: 'red' },
  unsure: { text: phrase('Needs you'), color: 'red' },
  sent: { text: phrase('Sent'), color: 'green' },
  failed: {
    text: phrase('Waiting for the server'),
    color: 'ink',
    explanation: phrase('The server could not take this yet. It is sent again automatically.'),
  },
} as const

interface PieceListProps {
  pieces: readonly Piece[]
  outbox: Outbox
  isSending: boolean
  /** The ids of the pieces that the server could not take the last time. */
  failed: readonly string[]
  onOpen: (id: string) => void
  /** Called to write a report about a contact. */
  onReport: (contact: ContactPiece) => void
  onSend: () => void
  /** Called if the device has no room for a decision. */
  onUnsaved: () => void
}

/** The pieces of today and those that are not sent yet, the latest first. */
export const PieceList = ({ pieces, isSending, failed, ...handling }: PieceListProps) => {
  const t = useText()
  if (pieces.length === 0)
    return <Text c="dimmed">{t('Nothing saved yet. What you save here is sent as soon as there is a connection.')}</Text>
  return (
    <ul className={styles.list}>
      {pieces.toReversed().map((piece) => (
        <li key={piece.id} className={styles.piece}>
          <Entry piece={piece} status={statusOf(piece, { pieces, isSending, failed })} {...handling} />
        </li>
      ))}
    </ul>
  )
}

interface Status {
  text: string
  color: 'gray' | 'ink' | 'red' | 'green'
  /** What follows from it, if the text does not say that. */
  explanation?: string
}

type Situation = Pick<PieceListProps, 'pieces' | 'isSending' | 'failed'>

const statusOf = (piece: Piece, { pieces, isSending, failed }: Situation): Status => {
  if (piece.state !== 'waiting') return states[piece.state]
  if (isSending && hasPendingCall(piece)) return { ...states.waiting, text: phrase('Is being sent') }
  if (failed.includes(piece.id)) return states.failed
  return isBlocked(piece, pieces) ? { ...states.waiting, text: phrase('Waiting for another entry') } : states.waiting
}

type Handling = Omit<PieceListProps, keyof Situation> & { piece: Piece }

/** What the server has against a piece: the sentences about its fields, or else the one about all of it. */
const refusalOf = ({ message, fields = {} }: Piece) => {
  const sentences = Object.values(fields)
  return sentences.length > 0 ? sentences : message ? [message] : []
}

const Entry = ({ piece, status: { text, color, explanation }, ...handling }: Handling & { status: Status }) => {
  const t = useText()
  const { state, kind, madeAt } = piece
  const kindName = kind === 'contact' ? t('Contact') : t('Meeting report')
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap" align="start">
        <div>
          <Text className={styles.name}>{titleOf(piece) || t('Without a name')}</Text>
          <Text size="sm" c="dimmed">
            {kindName}, {formatMoment(new Date(madeAt).toISOString())}
          </Text>
        </div>
        <Badge color={color} isUntruncated>
          {t(text)}
        </Badge>
      </Group>
      {explanation && <Text size="sm">{t(explanation)}</Text>}
      {refusalOf(piece).map((sentence) => (
        <Text key={sentence} size="sm" c="red" role="alert">
          {t(sentence)}
        </Text>
      ))}
      {state === 'clash' && <Clash piece={piece} {...handling} />}
      <Choices piece={piece} {...handling} />
    </Stack>
  )
}

const useDecide =
  ({ piece: { id }, outbox, onSend, onUnsaved }: Handling) =>
  async (change: (piece: Piece) => Partial<Piece>) => {
    const decided = (piece: Piece) => ({ ...withoutRefusal(piece), state: 'waiting', ...change(piece) }) as Piece
    await outbox.change(id, decided).then(onSend, onUnsaved)
  }

/** A similar contact exists: the user decides whether it is the same person. */
const Clash = (handling: Handling) => {
  const t = useText()
  const decide = useDecide(handling)
  const { similar = [] } = handling.piece
  return (
    <Stack gap="xs">
      <Text size="sm">{t('This person may already be registered.')}</Text>
      {similar.map((one) => (
        <Button key={one.id} variant="default" onClick={() => void decide((piece) => asExisting(piece as ContactPiece, one))}>
          {t('It is {name}, {company}', { name: one.fullName, company: one.companyName })}
        </Button>
      ))}
      <Button variant="default" onClick={() => void decide(() => ({ isSure: true }))}>
        {t('This is someone else')}
      </Button>
    </Stack>
  )
}

/** What the user has to decide after the server has rejected a piece, or has lost track of it. */
const Decisions = (handling: Handling) => {
  const t = useText()
  const decide = useDecide(handling)
  const { state, existing, values, done, kind } = handling.piece
  return (
    <>
      {existing && (
        <Button onClick={() => void decide(() => ({ values: { ...values, company: existing, newCompany: null } as never }))}>
          {t('Use the existing “{name}”', { name: existing.name })}
        </Button>
      )}
      {state === 'unsure' && (
        <Button variant="default" onClick={() => void decide(() => ({ tried: {} }))}>
          {t('Send again')}
        </Button>
      )}
      {state === 'refused' && kind === 'contact' && done.contact && <PhotoChoices decide={decide} values={values} />}
    </>
  )
}

const Choices = (handling: Handling) => {
  const { piece, outbox, onOpen, onReport } = handling
  const t = useText()
  const { state, kind } = piece
  if (state === 'sent' && kind === 'report') return null
  return (
    <Group gap="xs">
      <Decisions {...handling} />
      {mayEdit(piece) && (
        <Button variant="default" onClick={() => onOpen(piece.id)}>
          {state === 'draft' ? t('Continue') : t('Edit')}
        </Button>
      )}
      {kind === 'contact' && state !== 'draft' && (
        <Button variant="default" onClick={() => onReport(piece)}>
          {t('Write a report')}
        </Button>
      )}
      {mayRemove(piece) && <RemoveButton onRemove={() => void outbox.remove(piece.id)} />}
    </Group>
  )
}

/** The contact was created, but its photo was rejected. */
const PhotoChoices = ({ decide, values }: { decide: ReturnType<typeof useDecide>; values: Piece['values'] }) => {
  const t = useText()
  return (
    <>
      <Button variant="default" onClick={() => void decide(() => ({}))}>
        {t('Try again')}
      </Button>
      <Button variant="default" onClick={() => void decide(() => ({ values: { ...values, hasPhoto: false } as never }))}>
        {t('Remove the photo')}
      </Button>
    </>
  )
}

const RemoveButton = ({ onRemove }: { onRemove: () => void }) => {
  const t = useText()
  const handleClick = async () => {
    const { confirm } = await import('#ui/dialog/confirm')
    const isSure = await confirm({
      title: t('Remove this?'),
      text: t('It was not sent, and there is no other copy.'),
      confirmLabel: t('Remove'),
    })
    if (isSure) onRemove()
  }
  return (
    <Button variant="subtle" color="red" onClick={() => void handleClick()}>
      {t('Remove')}
    </Button>
  )
}
