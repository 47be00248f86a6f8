/// All predictions of the finder, unfiltered.
package struct FoodView: Sendable {
    /// One prediction.
    package struct Row: Sendable {
        package var box: FoodBox
        /// Probability of food: 0…1.
        package var food: Double
        /// Probability of each role in `FoodLabels.roles`: 0…1.
        package var roles: [Double]
        /// Probability of each COCO class: 0…1.
        package var coco: [Double]

        package init(box: FoodBox, food: Double, roles: [Double], coco: [Double]) {
            self.box = box
            self.food = food
            self.roles = roles
            self.coco = coco
        }
    }

    /// Width of the picture that the boxes refer to, in pixels.
    package var width: Double
    package var height: Double
    package var light: PhotoLight
    package var rows: [Row]

    package init(width: Double, height: Double, light: PhotoLight, rows: [Row]) {
        self.width = width
        self.height = height
        self.light = light
        self.rows = rows
    }

    /// The box of the whole picture.
    var whole: FoodBox { FoodBox(left: 0, top: 0, right: width, bottom: height) }

    /// Minimum overlap of boxes that mean the same food, and maximum number of foods per photo.
    private static let sameFood = 0.5, maxFoods = 30
    /// Maximum number of detections examined as plates.
    private static let platesTried = 20

    /// The foods, the most certain first; of boxes that mean the same food, the most certain.
    package func foods(atLeast threshold: Double) -> [Row] {
        var kept: [Row] = []
        for row in rows.filter({ $0.food >= threshold }).sorted(by: { $0.food > $1.food }) {
            guard kept.count < Self.maxFoods else { break }
            if kept.allSatisfy({ $0.box.overlap(row.box) < Self.sameFood }) { kept.append(row) }
        }
        return kept
    }

    /// Possible plates and bowls, most confident first.
    package func vessels(_ labels: FoodLabels) -> [FoodBox] {
        let bowl = labels.vessels.bowl
        return rows.filter { $0.coco[bowl] >= labels.vesselThreshold }
            .sorted { $0.coco[bowl] > $1.coco[bowl] }.prefix(Self.platesTried).map(\.box)
    }
}

/// Brightness and sharpness of a photo.
package struct PhotoLight: Sendable, Equatable {
    /// Mean brightness: 0…1.
    package var brightness: Double
    /// Standard deviation of the Laplacian in the sharpest part of the picture, for gray values 0…255.
    package var sharpness: Double

    package init(brightness: Double, sharpness: Double) {
        self.brightness = brightness
        self.sharpness = sharpness
    }

    /// The value of models that do not measure light.
    package static let unjudged = PhotoLight(brightness: 1, sharpness: .infinity)

    /// Thresholds of brightness and sharpness: below them a photo is mostly black, or has no sharp edge.
    ///
    /// Measured for this project on 40 photos of the validation split: for half of them no food was found at a
    /// brightness of 0.02, or a sharpness of 1.6; unchanged they have 0.27…0.67 and 10…52.
    private static let darkest = 0.05, maxBlurred = 1.8

    package var isDark: Bool { brightness < Self.darkest }
    package var isBlurred: Bool { sharpness < Self.maxBlurred }

    /// Advice for a photo without food (VIS-23).
    package var advice: [PhotoAdvice] {
        if isDark { return [.moreLight] }
        return isBlurred ? [.holdStill, .moreLight] : [.showFood, .comeCloser]
    }
}
