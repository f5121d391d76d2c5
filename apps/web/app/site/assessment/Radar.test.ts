import { expect, test } from 'vitest'
import { axisMax, labelPosition, pathOf, pointAt, rings, viewBox, wrapLabel } from '#site/assessment/Radar'

test('the first axis points up, the others follow clockwise, and scores are placed on a scale to 6', () => {
  expect(pointAt(0, 0)).toEqual({ x: 180, y: 190 })
  expect(pointAt(0, 6)).toEqual({ x: 180, y: 64 })
  expect(pointAt(0, 3)).toEqual({ x: 180, y: 127 })
  expect(pointAt(3, 5)).toEqual({ x: 180, y: 295 })
  expect(pointAt(1, 6)).toEqual({ x: 289.12, y: 127 })
  expect(pointAt(2, 6)).toEqual({ x: 289.12, y: 253 })
  expect(pointAt(5, 2)).toEqual({ x: 143.63, y: 169 })
})

test('draws five rings on a scale from 0 to 6, and clamps scores to that scale', () => {
  expect(rings).toEqual([1, 2, 3, 4, 5])
  expect(axisMax).toBe(6)
  expect(pointAt(0, 9)).toEqual(pointAt(0, 6))
  expect(pointAt(0, -1)).toEqual(pointAt(0, 0))
})

test('draws points as a closed path, and no path without points', () => {
  expect(pathOf([pointAt(0, 6), pointAt(3, 6)])).toBe('M180 64L180 316Z')
  expect(pathOf([])).toBe('')
})

test('wraps a label into short lines, and gives a longer word a line of its own', () => {
  expect(wrapLabel('Leadership & Management Endorsement', 1)).toEqual(['Leadership &', 'Management', 'Endorsement'])
  expect(wrapLabel('Leadership & Management Endorsement', 0)).toEqual(['Leadership & Management', 'Endorsement'])
  expect(wrapLabel('Unternehmensentwicklungsplan und mehr', 2)).toEqual(['Unternehmensentwicklungsplan', 'und mehr'])
})

test('the labels stay inside the chart, anchored by the side they are on', () => {
  for (const axis of [0, 1, 2, 3, 4, 5]) {
    const { x, y, lineHeight } = labelPosition(axis, 4)
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x).toBeLessThanOrEqual(viewBox.width)
    expect(y - lineHeight).toBeGreaterThanOrEqual(-1)
    expect(y + 3 * lineHeight).toBeLessThanOrEqual(viewBox.height)
  }
  expect([1, 4].map((axis) => labelPosition(axis, 3).anchor)).toEqual(['end', 'start'])
  expect([0, 3].map((axis) => labelPosition(axis, 3).anchor)).toEqual(['middle', 'middle'])
})
