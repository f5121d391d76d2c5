import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useText } from '#kit/text'
import { shrinkPicture } from '#ui/editor/shrinkPicture'
import { cardInSight, codeInPhoto } from './scan.ts'
import { type Card, cardIn } from './vcard.ts'
import styles from './fair.module.css'

const SCAN_INTERVAL = 200 // milliseconds between two scans

interface ScanProps {
  /** Called with the card that was read, a photo as a data URL, or both. */
  onScan: (card: Card | null, photo: string | null) => void
}

/** Scans the QR code of a business card with the camera, or takes a photo of the card and scans that. */
export const Scan = ({ onScan }: ScanProps) => {
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
