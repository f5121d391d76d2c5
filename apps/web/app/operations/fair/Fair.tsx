import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconCamera, IconReport, IconScan, IconUserPlus } from '@tabler/icons-react'
import { contactPolicy } from '@tradewind/contract/crm/policies'
import type { CustomKind } from '@tradewind/contract/kit/custom/custom.fields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useArea } from '#kit/area'
import { useConnection } from '#kit/browser/connection'
import { guard } from '#kit/guard'
import { Head } from '#kit/page/page'
import { useSwitchedOff } from '#kit/session'
import { type Translate, useText } from '#kit/text'
import { ShellSkeleton } from '#platform/shell/ShellSkeleton'
import { Confirmations } from '#ui/dialog/confirm'
import { shrinkPicture } from '#ui/editor/shrinkPicture'
import { ContactForm } from './ContactForm.tsx'
import { unsavedText } from './PieceForm.tsx'
import { PieceList } from './PieceList.tsx'
import {
  companyOf,
  type ContactPiece,
  emptyCompany,
  isBlank,
  nameOf,
  newContact,
  newReport,
  type Piece,
  type Ref,
  reportOn,
  withSameName,
} from './pieces.ts'
import { ReportForm } from './ReportForm.tsx'
import { cardInSight, codeInPhoto } from './scan.ts'
import { type Fair as Opened, useFair } from './useFair.ts'
import { type Card, cardIn, knownCountry } from './vcard.ts'
import styles from './fair.module.css'

export const handle = { name: phrase('Fair mode'), camera: true }
export const clientLoader = guard({ rules: contactPolicy.create })
export const HydrateFallback = () => <ShellSkeleton />

const failedTexts = {
  offline: phrase('Open this page once with a connection. From then on it works without.'),
  full: phrase('This page cannot store anything on this device. Free some of its storage, then open it again.'),
}

/** Records contacts and reports on a phone, online or offline. Installed as an app of its own, it opens without a connection. */
export default function Fair() {
  const t = useText()
  const { fair, failed } = useFair()
  return (
    <main className={styles.page}>
      <Head title={t('Fair mode')} />
      <link rel="manifest" href="/manifest.webmanifest" />
      {failed && !fair && <Alert color="red">{t(failedTexts[failed])}</Alert>}
      {fair ? <Desk fair={fair} /> : !failed && <ShellSkeleton />}
      <Confirmations />
    </main>
  )
}

/** The current view: the list, a piece, or the scanner. */
const usePlace = () => {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return {
    piece: params.get('piece'),
    isScanning: params.has('scan'),
    go: (search = '', replace = false) => void navigate(`/fair${search}`, { replace }),
  }
}

const Desk = ({ fair }: { fair: Opened }) => {
  const t = useText()
  const route = usePlace()
  const piece = fair.pieces.find(({ id }) => id === route.piece)
  if (piece || route.isScanning)
    return (
      <Stack>
        <Group>
          <Button variant="subtle" px={4} leftSection={<IconArrowLeft size={18} aria-hidden />} onClick={() => route.go()}>
            {t('All of today')}
          </Button>
        </Group>
        {piece ? <PieceForm key={piece.id} piece={piece} fair={fair} /> : <ScanPart fair={fair} />}
      </Stack>
    )
  return <Overview fair={fair} />
}

const SCAN_INTERVAL = 200 // milliseconds between two scans

interface ScanProps {
  /** Called with the card that was read, a photo as a data URL, or both. */
  onScan: (card: Card | null, photo: string | null) => void
}

/** Scans the QR code of a business card with the camera, or takes a photo of the card and scans that. */
const Scan = ({ onScan }: ScanProps) => {
  const t = useText()
  const video = useRef<HTMLVideoElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState('')
  const hasCamera = useCamera(video, (card) => onScan(card, null))
  const readPhoto = async (file: File | undefined) => {
    if (!file) return
    const [text, photo] = await Promise.all([codeInPhoto(file), shrinkPicture(file)])
    if (!photo) return setProblem(t('This picture cannot be read.'))
    onScan(text ? cardIn(text) : null, photo)
  }
  return (
    <Stack>
      {hasCamera ? (
        <Text>{t('Hold the QR code of the card before the camera.')}</Text>
      ) : (
        <Text>{t('Take a photo of the card, or of its QR code. The photo is kept with the contact.')}</Text>
      )}
      <video ref={video} className={styles.video} hidden={!hasCamera} muted playsInline aria-label={t('What the camera sees')} />
      {problem && <Alert color="red">{problem}</Alert>}
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={t('Photo of the card')}
        onChange={(event) => void readPhoto(event.currentTarget.files?.[0])}
      />
      <Button size="lg" leftSection={<IconCamera aria-hidden />} onClick={() => input.current?.click()}>
        {t('Take a photo')}
      </Button>
    </Stack>
  )
}

/** Shows the camera's picture and scans it for a card, until one is found or the component unmounts. */
const useCamera = (video: RefObject<HTMLVideoElement | null>, onCard: (card: Card) => void) => {
  const [isOn, setOn] = useState(false)
  const found = useEffectEvent(onCard)
  useEffect(() => {
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setInterval> | undefined
    let isGone = false
    const end = () => {
      isGone = true
      clearInterval(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const scanFrame = () => {
      const card = video.current && cardInSight(video.current)
      if (!card || isGone) return
      end()
      found(card)
    }
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (isGone || !video.current) return end()
      const { current } = video
      Object.assign(current, { srcObject: stream })
      await current.play()
      setOn(true)
      timer = setInterval(scanFrame, SCAN_INTERVAL)
      if (isGone) clearInterval(timer)
    }
    void start().catch(() => setOn(false)) // no camera, or not allowed: taking a photo still works
    return end
  }, [video])
  return isOn
}

const Overview = ({ fair }: { fair: Opened }) => {
  const t = useText()
  const route = usePlace()
  const [isUnsaved, setUnsaved] = useState(false)
  const removeBlanks = useEffectEvent(() => {
    for (const { id } of fair.pieces.filter(isBlank)) void fair.open.outbox.removeBlank(id).catch(() => undefined)
  })
  useEffect(() => removeBlanks(), [])
  const start = async (piece: Piece) => {
    const isStored = await fair.open.outbox.save(piece).catch(() => false)
    setUnsaved(!isStored)
    if (isStored) route.go(`?piece=${piece.id}`)
  }
  return (
    <Stack>
      <Top fair={fair} />
      {fair.unreadable > 0 && (
        <Alert color="red">
          {t('{count} entry that is stored here cannot be read.|{count} entries that are stored here cannot be read.', {
            count: fair.unreadable,
          })}
        </Alert>
      )}
      {isUnsaved && (
        <Alert color="red" role="alert" className={styles.notice ?? ''}>
          {t(unsavedText)}
        </Alert>
      )}
      {fair.isFull && (
        <Alert color="red" role="alert">
          {t('This device has no room left. Free some of its storage: until then not everything can be sent.')}
        </Alert>
      )}
      <div className={styles.actions}>
        <Button size="lg" leftSection={<IconScan aria-hidden />} onClick={() => route.go('?scan=1')}>
          {t('Scan a card')}
        </Button>
        <Button
          size="lg"
          px="xs"
          variant="default"
          leftSection={<IconUserPlus size={20} aria-hidden />}
          onClick={() => void start(newContact())}
        >
          {t('New contact')}
        </Button>
        <Button
          size="lg"
          px="xs"
          variant="default"
          leftSection={<IconReport size={20} aria-hidden />}
          onClick={() => void start(newReport())}
        >
          {t('New Report')}
        </Button>
      </div>
      <PieceList
        pieces={fair.pieces}
        outbox={fair.open.outbox}
        isSending={fair.isSending}
        failed={fair.failed}
        onOpen={(id) => route.go(`?piece=${id}`)}
        onReport={(contact) => void start(reportOn(contact))}
        onSend={() => void fair.sendNow()}
        onUnsaved={() => setUnsaved(true)}
      />
    </Stack>
  )
}

const Top = ({ fair }: { fair: Opened }) => {
  const t = useText()
  const at = useArea()
  const { isOffline } = useConnection()
  const waiting = fair.pieces.filter(({ state }) => state === 'waiting').length
  const connectionText = isOffline ? t('No connection') : t('Connected')
  const offlineHint = fair.isAvailableOffline
    ? t('This page opens without a connection. Your browser’s menu puts it on the home screen.')
    : ''
  return (
    <Stack gap={4}>
      <Group justify="space-between">
        <Title order={1} size="h2">
          {t('Fair mode')}
        </Title>
        <Anchor href={at('dashboard')} size="sm">
          {t('Back to the app')}
        </Anchor>
      </Group>
      <Group justify="space-between">
        <Text size="sm" role="status">
          {connectionText}. {t('{count} to be sent', { count: waiting })}
        </Text>
        {waiting > 0 && (
          <Button variant="default" loading={fair.isSending} onClick={() => void fair.sendNow()}>
            {t('Send now')}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {offlineHint}
      </Text>
    </Stack>
  )
}

const isContact = (piece: Piece): piece is ContactPiece => piece.kind === 'contact' && piece.state !== 'draft'

/** The companies that can be selected: those of the local pieces, and those of the last snapshot from the server. */
const companiesOf = ({ pieces, snapshot }: Opened, but?: string): Ref[] => {
  const local = pieces.filter(isContact).flatMap((piece) => (piece.id === but ? [] : (companyOf(piece) ?? [])))
  return [...new Map([...local, ...snapshot.companies].map((one) => [one.id, one])).values()]
}

const contactsOf =
  ({ pieces, snapshot }: Opened) =>
  (company: Ref): Ref[] => {
    const local = pieces.filter(isContact).filter((piece) => companyOf(piece)?.id === company.id || piece.id === company.id)
    const sentIds = new Set(local.map(({ done }) => done.contact))
    const knownContacts = snapshot.contacts.filter(({ companyId, id }) => companyId === company.id && !sentIds.has(id))
    return [
      ...local.map(({ id, values }) => ({ id, name: nameOf(values), isLocal: true })),
      ...knownContacts.map(({ id, name }) => ({ id, name })),
    ]
  }

/** The custom fields of a kind, as of the last snapshot from the server. */
const customFieldsOf = ({ snapshot }: Opened, kind: CustomKind) => snapshot.customFields?.filter((field) => field.kind === kind)

const PieceForm = ({ piece, fair }: { piece: Piece; fair: Opened }) => {
  const t = useText()
  const route = usePlace()
  const { outbox } = fair.open
  const onDone = () => {
    route.go('', true)
    void fair.sendNow()
  }
  return (
    <>
      <Title order={1} size="h2">
        {piece.kind === 'contact' ? t('New contact') : t('New Report')}
      </Title>
      {piece.kind === 'contact' ? (
        <ContactForm
          piece={piece}
          outbox={outbox}
          companies={companiesOf(fair, piece.id)}
          customFields={customFieldsOf(fair, 'contact')}
          onDone={onDone}
        />
      ) : (
        <ReportForm
          piece={piece}
          outbox={outbox}
          companies={companiesOf(fair)}
          contactsOf={contactsOf(fair)}
          customFields={customFieldsOf(fair, 'meetingReport')}
          onDone={onDone}
        />
      )}
    </>
  )
}

/** The form values from a card: its company is a known one or a new one. */
const valuesOf = ({ company, website, country, ...person }: Card, companies: readonly Ref[], t: Translate) => {
  const existing = withSameName(company, companies)
  if (existing || !company) return { ...person, company: existing ?? null }
  const address = website && !/^https?:/i.test(website) ? `https://${website}` : website
  return { ...person, newCompany: { ...emptyCompany(company), website: address, country: knownCountry(country, t) } }
}

const ScanPart = ({ fair }: { fair: Opened }) => {
  const t = useText()
  const route = usePlace()
  const keepsPhotos = !useSwitchedOff().includes('DRIVE_ENABLED')
  const { outbox } = fair.open
  const [isUnsaved, setUnsaved] = useState(false)
  const found = async (card: Card | null, photo: string | null) => {
    const hasPhoto = keepsPhotos && photo !== null
    const piece = newContact({ ...(card && valuesOf(card, companiesOf(fair), t)), hasPhoto })
    try {
      if (hasPhoto) await outbox.keepPhoto(piece.id, photo)
      await outbox.save(piece)
    } catch {
      return setUnsaved(true)
    }
    route.go(`?piece=${piece.id}`, true)
  }
  return (
    <>
      <Title order={1} size="h2">
        {t('Scan a card')}
      </Title>
      {isUnsaved && <Alert color="red">{t(unsavedText)}</Alert>}
      <Scan onScan={(card, photo) => void found(card, photo)} />
    </>
  )
}
