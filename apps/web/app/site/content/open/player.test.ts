import { expect, test } from 'vitest'
import { playerAddress, playerShape } from './PostBody.tsx'

const video = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'
const sound = (kind: string) => `https://open.spotify.com/embed/${kind}/4rOoJ6Egrf8K2IrywzwOMk`

test('starts a player immediately, and keeps the start time in its address', () => {
  expect(playerAddress({ host: 'YOUTUBE', url: `${video}?start=90` })).toBe(`${video}?start=90&autoplay=1`)
  expect(playerAddress({ host: 'SPOTIFY', url: sound('episode') })).toBe(sound('episode'))
})

test('opens only addresses of the host’s own player', () => {
  const others = [
    'https://www.youtube.com/embed/aqz-KE-bpKQ',
    'https://www.youtube-nocookie.com.evil.example/embed/aqz-KE-bpKQ',
    'http://www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
    'javascript:alert(1)//https://www.youtube-nocookie.com/embed/x',
    sound('track'),
  ]
  for (const url of others) expect(playerAddress({ host: 'YOUTUBE', url })).toBeNull()
  expect(playerAddress({ host: 'SPOTIFY', url: video })).toBeNull()
  expect(playerAddress({ host: 'SPOTIFY', url: sound('playlist') })).toBeNull()
})

test('a player has the shape that its host uses', () => {
  expect(playerShape({ host: 'YOUTUBE', url: video })).toBe('screen')
  expect(['track', 'episode', 'show'].map((kind) => playerShape({ host: 'SPOTIFY', url: sound(kind) }))).toEqual([
    'line',
    'line',
    'list',
  ])
})
