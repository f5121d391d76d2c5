import { expect, test } from 'vitest'
import { prioritizeFirstPicture } from './PostBody.tsx'

const picture = (name: string) => `<img src="/${name}" alt="${name}" width="960" height="540" loading="lazy" />`

test('loads the first picture near the top with high priority, and the others lazily', () => {
  expect(prioritizeFirstPicture(`<p>Fairs</p>${picture('a')}<p>end</p>${picture('b')}`)).toBe(
    `<p>Fairs</p><img loading="eager" fetchpriority="high" src="/a" alt="a" width="960" height="540" /><p>end</p>${picture('b')}`,
  )
})

test('leaves a picture far down lazy, and text without a picture unchanged', () => {
  const far = `<p>${'word '.repeat(200)}</p>${picture('a')}`
  expect(prioritizeFirstPicture(far)).toBe(far)
  expect(prioritizeFirstPicture('<p>no picture</p>')).toBe('<p>no picture</p>')
})
